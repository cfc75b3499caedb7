/** Reads the recorded changes of all deployments in one request. */

import { type Query, useQuery } from '@tanstack/react-query';
import { decodeAllChanges } from '#contract/decode/all-changes.ts';
import type { AllChanges } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { Range } from '#domain/history/windows.ts';
import { type HistoryRead, historyQuery, nothing, searchOf } from './history.ts';
import { pauses, pausesAfterFailure } from './timing.ts';

/**
 * Maximum number of entries requested. It is more than a page shows, because several entries can make one
 * line.
 */
export const mostEntries = 200;

function pauseAfter({ state: { data } }: Pick<Query<HistoryRead<AllChanges>>, 'state'>): number | false {
  if (!data?.failure) return pauses.changesOfAll;
  const { kind, retry } = data.failure;
  if (retry) return false;
  return kind === 'no-host' ? pausesAfterFailure.withoutHost : pausesAfterFailure.changesOfAll;
}

/** @param window - that of `range`. No range shows the changes of another one while it loads. */
export function useAllChanges(range: Range, window: Window, isWanted: boolean): HistoryRead<AllChanges> {
  const address = `/changes${searchOf(window, `&limit=${mostEntries}`)}`;
  const { data } = useQuery({
    ...historyQuery('', `changes of all ${range}`, address, decodeAllChanges),
    staleTime: pauses.changesOfAll,
    refetchInterval: pauseAfter,
    enabled: isWanted,
  });
  return data ?? nothing;
}
