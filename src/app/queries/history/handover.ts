/** Reads the handover of a range, of one deployment or of all. */

import { useQuery } from '@tanstack/react-query';
import { decodeAllHandovers, decodeHandover } from '#contract/decode/handover.ts';
import type { AllHandovers, Handover } from '#contract/reports/handover.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type HistoryRead, historyQuery, nothing, searchOf } from './history.ts';

export function useHandover(slug: string, range: Window, isWanted: boolean): HistoryRead<Handover> {
  // The name contains the range: no range shows the handover of another one while it loads.
  const name = `handover ${range.from} ${range.to}`;
  const query = historyQuery(slug, name, `/handover${searchOf(range)}`, decodeHandover);
  const { data } = useQuery({ ...query, enabled: isWanted });
  return data ?? nothing;
}

export function useAllHandovers(range: Window, isWanted: boolean): HistoryRead<AllHandovers> {
  const name = `handovers ${range.from} ${range.to}`;
  const query = historyQuery('', name, `/handover${searchOf(range)}`, decodeAllHandovers);
  const { data } = useQuery({ ...query, enabled: isWanted });
  return data ?? nothing;
}
