/** The keys of all queries, and what the query cache holds under them. */

import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type EndpointPath, isEndpointPath, type ResourceAt } from '#contract/endpoints.ts';
import type { ListRecord, ListResource, Resource, StatusDocument } from '#contract/resources.ts';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { ListFeed } from '#domain/lists/planner/list-feed.ts';

type FeedOf<R extends Resource> = R extends ListResource ? ListFeed<ListRecord<R>> : Feed<StatusDocument>;

/** What the query of an endpoint holds. */
export type FeedAt<P extends EndpointPath> = FeedOf<ResourceAt<P>>;

/** The key of an endpoint's query, of one region where it is named. */
export function endpointKey<P extends EndpointPath>(slug: string, path: P, region?: string) {
  return queryOptions<FeedAt<P>>({ queryKey: [slug, path, region === undefined ? {} : { region }] }).queryKey;
}

/** The key of what the record says: no deployment has such a slug. `address` is relative to `/history/:slug`. */
export function historyKey(slug: string, name: string, address: string) {
  return ['history', slug, name, address] as const;
}

/** Whose history a query is of, empty for all; `null` if it is no query of the history. */
export function historySlugOf({ queryKey: [of, slug] }: Query): string | null {
  return of === 'history' && typeof slug === 'string' ? slug : null;
}

/** What a query asks. */
export interface EndpointQuery {
  readonly slug: string;
  readonly path: EndpointPath;
  /** `undefined` where it asks for all that the endpoint has. */
  readonly region: string | undefined;
}

/** What a query asks, from its key; `null` where it asks no endpoint. */
export function endpointQueryOf({ queryKey: [slug, path, asked] }: Query): EndpointQuery | null {
  if (typeof slug !== 'string' || typeof path !== 'string' || !isEndpointPath(path)) return null;
  const named = typeof asked === 'object' && asked !== null && 'region' in asked ? asked.region : undefined;
  return { slug, path, region: typeof named === 'string' ? named : undefined };
}

/** What is known of all that an endpoint has, or of what it has of one region. */
export function cachedFeed<P extends EndpointPath>(
  client: QueryClient,
  slug: string,
  path: P,
  region?: string,
): FeedAt<P> | Feed<never> {
  return client.getQueryData(endpointKey(slug, path, region)) ?? silentFeed;
}

/** Puts into the cache what {@link cachedFeed} finds there. */
export function holdFeed(
  client: QueryClient,
  slug: string,
  path: EndpointPath,
  feed: Feed<unknown>,
  region?: string,
): void {
  client.setQueryData<Feed<unknown>>([...endpointKey(slug, path, region)], feed);
}

/** The queries of a deployment. */
export function queriesOf(client: QueryClient, slug: string): readonly Query[] {
  return client.getQueryCache().findAll({ queryKey: [slug] });
}

function isFeed(data: unknown): data is Feed<unknown> {
  return typeof data === 'object' && data !== null && 'answer' in data && 'failure' in data;
}

/** What the endpoints hold that are on screen; that a record can be read says nothing of a service. */
export function feedsOnScreen(client: QueryClient): readonly Feed<unknown>[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active', predicate: (query) => endpointQueryOf(query) !== null })
    .map(feedOfQuery);
}

/** What any query holds. */
export function feedOfQuery({ state }: Query): Feed<unknown> {
  return isFeed(state.data) ? state.data : silentFeed;
}
