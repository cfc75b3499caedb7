/** Reads the handover of a range. */

import { useQuery } from '@tanstack/react-query';
import { decodeHandover } from '#contract/decode/handover.ts';
import type { Handover } from '#contract/reports/handover.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type HistoryRead, historyQuery, nothing, searchOf } from './history.ts';

export function useHandover(slug: string, range: Window, isWanted: boolean): HistoryRead<Handover> {
  // The name contains the range: no range shows the handover of another one while it loads.
  const name = `handover ${range.from} ${range.to}`;
  const query = historyQuery(slug, name, `/handover${searchOf(range)}`, decodeHandover);
  const { data } = useQuery({ ...query, enabled: isWanted });
  return data ?? nothing;
}
