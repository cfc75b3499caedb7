/**
 * Polls the history that pages show: at most one request per deployment in 20 s, the most overdue query first.
 */

import type { Query, QueryClient } from '@tanstack/react-query';
import { isHidden } from '#app/ui/time/visibility.ts';
import { historySlugOf } from '../keys.ts';
import type { HistoryRead } from './history.ts';

/** Milliseconds. */
const interval = 20_000;

function isRead(data: unknown): data is HistoryRead<unknown> {
  return typeof data === 'object' && data !== null && 'dueAt' in data && 'failure' in data;
}

/** Age of the data as a multiple of its pause; 1 or more means due. */
function overdue({ meta, state }: Query, now: number): number {
  const { data, dataUpdatedAt } = state;
  const pause = isRead(data) && data.failure ? data.dueAt - dataUpdatedAt : meta?.['pause'];
  return typeof pause === 'number' ? (now - dataUpdatedAt) / Math.max(interval, pause) : 0;
}

export function refreshHistory(client: QueryClient, now: number): void {
  const most = new Map<string, { readonly query: Query; readonly by: number }>();
  for (const query of client.getQueryCache().findAll({ type: 'active', fetchStatus: 'idle' })) {
    const slug = historySlugOf(query);
    const by = slug === null || query.isDisabled() || query.state.data === undefined ? 0 : overdue(query, now);
    if (slug !== null && by >= 1 && by > (most.get(slug)?.by ?? 0)) most.set(slug, { query, by });
  }
  // A query for all deployments uses this interval's request of each deployment.
  const ofAll = most.get('');
  for (const { query } of ofAll ? [ofAll] : most.values())
    void client.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
}

export function watchHistory(client: QueryClient): void {
  setInterval(() => {
    if (!isHidden()) refreshHistory(client, Date.now());
  }, interval);
}
