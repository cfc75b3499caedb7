import { useSearchParams } from 'react-router';
import { hostNow, useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';
import {
  chosenRange,
  isUsual,
  type Range,
  type UsualRange,
  usualNames,
  windowIn,
  windowOf,
  windowUntil,
} from '#domain/history/windows.ts';

export const rangeOptions = choices.range.map((value) => ({ value, label: usualNames[value] }));

/** Returns the range of a page that ends now, also while another one is chosen. */
export function useUsualRange(): UsualRange {
  return useChoice<UsualRange>('range', choices.range)[0];
}

/**
 * Returns the time range of all strips and charts on a page. The address has it: a usual range by its name, a chosen one
 * by its start and end.
 */
export function useRange(): readonly [Range, (range: Range) => void] {
  const [parameters, setParameters] = useSearchParams();
  const usual = useUsualRange();
  const chosen = windowIn(parameters.get('from') ?? '', parameters.get('to') ?? '');
  const choose = (next: Range) =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const name of ['from', 'to']) changed.delete(name);
        if (!isUsual(next)) {
          // The usual range stays in the address, as the way back.
          const window = windowOf(next, hostNow());
          for (const name of ['from', 'to'] as const) changed.set(name, new Date(window[name]).toISOString());
        } else if (next === choices.range[0]) changed.delete('range');
        else changed.set('range', next);
        return changed;
      },
      { replace: isUsual(next), preventScrollReset: true },
    );
  return [chosen ? chosenRange(chosen) : usual, choose];
}

export function useWindow(range: Range): Window {
  const moment = useMoment();
  const to = useHostTimed((now) => windowOf(range, now).to);
  return moment === null ? windowOf(range, to) : windowUntil(range, moment);
}

/** Names the end of a window: "now", "then" on a page of the past, or its time if it has ended. */
export function useEndOf({ to }: Window): string {
  const moment = useMoment();
  const isOver = useHostTimed((now) => to <= now);
  if (moment !== null) return 'then';
  return isOver ? formatMoment(to, hostNow()) : 'now';
}
