/** The only subscription to React Query's cache. It reports changed endpoint feeds and sends no request. */

import type { Query, QueryClient } from '@tanstack/react-query';
import { type EndpointPath, isPathOf, type PathOf } from '#contract/endpoints.ts';
import type { Resource } from '#contract/resources.ts';
import { type EndpointQuery, endpointKey, endpointQueryOf, type FeedAt } from '../queries/keys.ts';

interface FeedChange<P extends EndpointPath> extends EndpointQuery {
  readonly path: P;
  /** The new feed; `null` after it left the cache. */
  readonly feed: FeedAt<P> | null;
  /** The feed before the change; `null` if there was none. */
  readonly before: FeedAt<EndpointPath> | null;
}

export type FeedEvent<P extends EndpointPath = EndpointPath> = { [K in P]: FeedChange<K> }[P];

export function isFeedOf<R extends Resource>(event: FeedEvent, resource: R): event is FeedEvent<PathOf<R>> {
  return isPathOf(event.path, resource);
}

type Listener = (event: FeedEvent) => void;

interface Bus {
  readonly listeners: Set<Listener>;
  /**
   * Newest event of each cached feed, by React Query's hash of its key, with `before` as `null`. `feedsNow` returns
   * these events, and they supply `before` of later ones.
   */
  readonly lastEvents: Map<string, FeedEvent>;
}

function eventOf<P extends EndpointPath>(
  client: QueryClient,
  { slug, region }: EndpointQuery,
  path: P,
  before: FeedEvent['before'],
): FeedEvent<P> {
  const feed = client.getQueryData(endpointKey(slug, path, region)) ?? null;
  return { slug, region, path, feed, before };
}

const buses = new WeakMap<QueryClient, Bus>();

function createBus(client: QueryClient): Bus {
  const { listeners, lastEvents }: Bus = { listeners: new Set(), lastEvents: new Map() };
  const eventFrom = (query: Query): FeedEvent | null => {
    const target = endpointQueryOf(query);
    if (!target) return null;
    const event = eventOf(client, target, target.path, lastEvents.get(query.queryHash)?.feed ?? null);
    if (event.feed === event.before) return null;
    // Stored without `before`, so that the earlier feed can be garbage-collected.
    if (event.feed) lastEvents.set(query.queryHash, { ...event, before: null });
    else lastEvents.delete(query.queryHash);
    return event;
  };
  for (const query of client.getQueryCache().getAll()) eventFrom(query);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'added' && type !== 'removed' && type !== 'updated') return;
    const event = eventFrom(query);
    if (event) for (const listener of listeners) listener(event);
  });
  return { listeners, lastEvents };
}

function busOf(client: QueryClient): Bus {
  const bus = buses.get(client) ?? createBus(client);
  buses.set(client, bus);
  return bus;
}

/**
 * Calls `listener` for each change from now on.
 * @returns a function that unsubscribes.
 */
export function subscribeToFeeds(client: QueryClient, listener: Listener): () => void {
  const { listeners } = busOf(client);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Returns an event for each current feed, without an earlier feed. */
export function feedsNow(client: QueryClient): readonly FeedEvent[] {
  return [...busOf(client).lastEvents.values()];
}

/**
 * Calls `listener` for each current feed, then for each change.
 * @returns a function that unsubscribes.
 */
export function watchFeeds(client: QueryClient, listener: Listener): () => void {
  for (const event of feedsNow(client)) listener(event);
  return subscribeToFeeds(client, listener);
}
