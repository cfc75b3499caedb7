/** The changes of all deployments, read in one request. */

import { type Query, useQuery } from '@tanstack/react-query';
import { decodeAllChanges } from '#contract/decode/all-changes.ts';
import type { AllChanges } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type HistoryRead, historyQuery, nothing, searchOf } from './history.ts';
import { pauseByHost } from './timing.ts';

/** More than a page shows: several entries can make one line. */
const mostEntries = 200;
/**
 * Milliseconds between two requests. After a failure it is short, because a host that just started is ready
 * soon.
 */
const [pause, pauseAfterFailure, pauseWithoutHost] = [20_000, 5_000, 300_000];

function pauseAfter({ state: { data } }: Pick<Query<HistoryRead<AllChanges>>, 'state'>): number {
  if (!data?.failure) return pause;
  const byHost = pauseByHost(data);
  if (byHost !== null) return byHost;
  return data.failure.kind === 'no-host' ? pauseWithoutHost : pauseAfterFailure;
}

export function useAllChanges(window: Window, isWanted: boolean): HistoryRead<AllChanges> {
  const address = `/changes${searchOf(window, `&limit=${mostEntries}`)}`;
  const { data } = useQuery({
    ...historyQuery('', 'changes of all', address, decodeAllChanges),
    staleTime: pause,
    refetchInterval: pauseAfter,
    enabled: isWanted,
  });
  return data ?? nothing;
}
