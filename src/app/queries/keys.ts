/** Keys of all queries, and the types of the cached data. */

import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type EndpointPath, isEndpointPath, type ResourceAt } from '#contract/endpoints.ts';
import type { ListResource, ListRow, Resource, StatusDocument } from '#contract/resources.ts';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { ListFeed } from '#domain/lists/planner/list-feed.ts';

type FeedOf<R extends Resource> = R extends ListResource ? ListFeed<ListRow<R>> : Feed<StatusDocument>;

export type FeedAt<P extends EndpointPath> = FeedOf<ResourceAt<P>>;

/** Returns the key of an endpoint's query, for one region if given. */
export function endpointKey<P extends EndpointPath>(slug: string, path: P, region?: string) {
  return queryOptions<FeedAt<P>>({ queryKey: [slug, path, region === undefined ? {} : { region }] }).queryKey;
}

/**
 * Returns the key of a history query. It cannot meet a deployment's key, because no slug is `history`.
 * @param address - path and query below `/history/:slug`.
 */
export function historyKey(slug: string, name: string, address: string) {
  return ['history', slug, name, address] as const;
}

/** Returns the slug of a history query, which is empty for all deployments; `null` for other queries. */
export function historySlugOf({ queryKey: [of, slug] }: Query): string | null {
  return of === 'history' && typeof slug === 'string' ? slug : null;
}

export interface EndpointQuery {
  readonly slug: string;
  readonly path: EndpointPath;
  /** Region code of the request; `undefined` for a request without a region. */
  readonly region: string | undefined;
}

/** Reads slug, path and region from a query's key; `null` if the query is not for an endpoint. */
export function endpointQueryOf({ queryKey: [slug, path, parameters] }: Query): EndpointQuery | null {
  if (typeof slug !== 'string' || typeof path !== 'string' || !isEndpointPath(path)) return null;
  const named =
    typeof parameters === 'object' && parameters !== null && 'region' in parameters
      ? parameters.region
      : undefined;
  return { slug, path, region: typeof named === 'string' ? named : undefined };
}

/** Returns the cached feed of an endpoint, for one region if given. */
export function cachedFeed<P extends EndpointPath>(
  client: QueryClient,
  slug: string,
  path: P,
  region?: string,
): FeedAt<P> | Feed<never> {
  return client.getQueryData(endpointKey(slug, path, region)) ?? silentFeed;
}

export function setCachedFeed(
  client: QueryClient,
  slug: string,
  path: EndpointPath,
  feed: Feed<unknown>,
  region?: string,
): void {
  client.setQueryData<Feed<unknown>>([...endpointKey(slug, path, region)], feed);
}

export function queriesOf(client: QueryClient, slug: string): readonly Query[] {
  return client.getQueryCache().findAll({ queryKey: [slug] });
}

function isFeed(data: unknown): data is Feed<unknown> {
  return typeof data === 'object' && data !== null && 'answer' in data && 'failure' in data;
}

/**
 * Returns the feeds of all endpoints on screen. History queries are excluded, because they say nothing about
 * a service.
 */
export function feedsOnScreen(client: QueryClient): readonly Feed<unknown>[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active', predicate: (query) => endpointQueryOf(query) !== null })
    .map(feedOfQuery);
}

export function feedOfQuery({ state }: Query): Feed<unknown> {
  return isFeed(state.data) ? state.data : silentFeed;
}
