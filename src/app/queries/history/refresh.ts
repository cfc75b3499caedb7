/**
 * Polls the history that pages show. Of a deployment it requests the most overdue query, one in 20 s. After failures with
 * `Retry-After` it retries one query of the deployment at a time, and requests none of its other due queries meanwhile.
 * Series with a timer of their own (`every`, `asDue`) are requested as before, unless they failed themselves.
 */

import type { Query, QueryClient } from '@tanstack/react-query';
import { now } from '#app/ui/time/clock.ts';
import { isHidden } from '#app/ui/time/visibility.ts';
import { historySlugOf } from '../keys.ts';
import type { HistoryRead } from './history.ts';
import type { TimedRetry } from './timing.ts';

/** Milliseconds between two requests of a deployment, and between two checks for retries. */
const [interval, check] = [20_000, 1_000];

function isRead(data: unknown): data is HistoryRead<unknown> {
  return typeof data === 'object' && data !== null && 'dueAt' in data && 'failure' in data;
}

function retryOf({ state: { data } }: Query): TimedRetry | undefined {
  return isRead(data) ? data.failure?.retry : undefined;
}

/** Age of the data as a multiple of its pause; 1 or more means due. Data of the past are never due. */
function overdue({ meta, state }: Query, now: number): number {
  const { data, dataUpdatedAt } = state;
  if (!isRead(data) || data.dueAt === Number.POSITIVE_INFINITY) return 0;
  const pause = data.failure ? data.dueAt - dataUpdatedAt : meta?.['pause'];
  return typeof pause === 'number' ? (now - dataUpdatedAt) / Math.max(interval, pause) : 0;
}

/** The history queries on screen, each with the slug of its deployment. */
function onScreen(client: QueryClient): readonly (readonly [slug: string, query: Query])[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap((query) => {
      const slug = historySlugOf(query);
      return slug === null || query.isDisabled() ? [] : [[slug, query] as const];
    });
}

function request(client: QueryClient, { queryKey }: Query): void {
  void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

/** The longest wait of a deployment applies to all its retries, so that each failure of a retry doubles it. */
export function retryHistory(client: QueryClient, now: number): void {
  const last = new Map<string, { readonly query: Query; readonly at: number }>();
  const requesting = new Set<string>();
  for (const [slug, query] of onScreen(client)) {
    if (query.state.fetchStatus !== 'idle') requesting.add(slug);
    const at = retryOf(query)?.at ?? 0;
    if (at > (last.get(slug)?.at ?? 0)) last.set(slug, { query, at });
  }
  for (const [slug, { query, at }] of last) if (at <= now && !requesting.has(slug)) request(client, query);
}

export function refreshHistory(client: QueryClient, now: number): void {
  const most = new Map<string, { readonly query: Query; readonly by: number }>();
  const queries = onScreen(client);
  const retrying = new Set(queries.flatMap(([slug, query]) => (retryOf(query) ? [slug] : [])));
  for (const [slug, query] of queries) {
    const by = retrying.has(slug) || query.state.fetchStatus !== 'idle' ? 0 : overdue(query, now);
    if (by >= 1 && by > (most.get(slug)?.by ?? 0)) most.set(slug, { query, by });
  }
  // A query for all deployments counts as the request of each deployment, so it is the only request of this
  // interval.
  const ofAll = most.get('');
  for (const { query } of ofAll ? [ofAll] : most.values()) request(client, query);
}

export function watchHistory(client: QueryClient): void {
  setInterval(() => {
    if (!isHidden()) refreshHistory(client, Date.now());
  }, interval);
  setInterval(() => {
    if (!isHidden()) retryHistory(client, now());
  }, check);
}
