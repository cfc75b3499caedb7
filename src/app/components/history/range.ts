import { useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type Range, rangeNames, windowOf, windowUntil } from '#domain/history/windows.ts';

export const rangeOptions = choices.range.map((value) => ({ value, label: rangeNames[value] }));

/** Returns the time range of all strips on a page. The URL stores it. */
export function useRange() {
  return useChoice<Range>('range', choices.range);
}

export function useWindow(range: Range): Window {
  const moment = useMoment();
  const to = useHostTimed((now) => windowOf(range, now).to);
  return moment === null ? windowOf(range, to) : windowUntil(range, moment);
}
