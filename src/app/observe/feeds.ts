/** The one subscription to the query cache: tells what its queries hold to whoever watches. Asks for nothing. */

import type { Query, QueryClient } from '@tanstack/react-query';
import { type EndpointPath, isPathOf, type PathOf } from '#contract/endpoints.ts';
import type { Resource } from '#contract/resources.ts';
import { type EndpointQuery, endpointKey, endpointQueryOf, type FeedAt } from '../queries/keys.ts';

/** A query of an endpoint holds something else than before. */
interface FeedChange<P extends EndpointPath> extends EndpointQuery {
  readonly path: P;
  /** `null` once it left the cache. */
  readonly feed: FeedAt<P> | null;
  /** `null` where this is the first. */
  readonly before: FeedAt<EndpointPath> | null;
}

/** Each path with the type of its own feed. */
export type FeedEvent<P extends EndpointPath = EndpointPath> = { [K in P]: FeedChange<K> }[P];

/** Narrows an event to the feeds of a resource. */
export function isFeedOf<R extends Resource>(event: FeedEvent, resource: R): event is FeedEvent<PathOf<R>> {
  return isPathOf(event.path, resource);
}

type Listener = (event: FeedEvent) => void;

interface Bus {
  readonly listeners: Set<Listener>;
  /** Of each query in the cache that holds a feed, by its hash. */
  readonly last: Map<string, FeedEvent>;
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
  const { listeners, last }: Bus = { listeners: new Set(), last: new Map() };
  const look = (query: Query): FeedEvent | null => {
    const asked = endpointQueryOf(query);
    if (!asked) return null;
    const event = eventOf(client, asked, asked.path, last.get(query.queryHash)?.feed ?? null);
    if (event.feed === event.before) return null;
    // Without the feed before, of which nothing is to be held any longer.
    if (event.feed) last.set(query.queryHash, { ...event, before: null });
    else last.delete(query.queryHash);
    return event;
  };
  for (const query of client.getQueryCache().getAll()) look(query);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'added' && type !== 'removed' && type !== 'updated') return;
    const event = look(query);
    if (event) for (const listener of listeners) listener(event);
  });
  return { listeners, last };
}

function busOf(client: QueryClient): Bus {
  const bus = buses.get(client) ?? createBus(client);
  buses.set(client, bus);
  return bus;
}

/** Calls back with each change from now on; returns how to stop. */
export function subscribeToFeeds(client: QueryClient, listener: Listener): () => void {
  const { listeners } = busOf(client);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** What is there now, as a first change of each. */
export function feedsNow(client: QueryClient): readonly FeedEvent[] {
  return [...busOf(client).last.values()];
}

/** Calls back with what is there already and with each change from now on. */
export function watchFeeds(client: QueryClient, listener: Listener): () => void {
  for (const event of feedsNow(client)) listener(event);
  return subscribeToFeeds(client, listener);
}
