import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { hostNow } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { zoneNamed } from '#domain/history/local-days.ts';
import { usualRange } from '#domain/history/named-ranges.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { windowIn } from '#domain/history/windows.ts';

/** Returns the range and the time zone of the address; without a valid range, the last 12 hours. */
export function useHandoverRange(): { readonly range: Window; readonly zone: string } {
  const [parameters] = useSearchParams();
  const moment = useMoment();
  const [present] = useState(() => usualRange(hostNow()));
  const usual = moment === null ? present : usualRange(moment);
  return {
    range: windowIn(parameters.get('from') ?? '', parameters.get('to') ?? '') ?? usual,
    zone: zoneNamed(parameters.get('zone') ?? '') ?? 'UTC',
  };
}
