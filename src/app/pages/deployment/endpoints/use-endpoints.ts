/** Reads all endpoints of the API document in both versions. Each endpoint has its own request schedule. */

import { applicationsQuery } from '#app/queries/resources/applications.ts';
import { assetsQuery } from '#app/queries/resources/assets.ts';
import { bucketsQuery } from '#app/queries/resources/buckets.ts';
import { eventsQuery } from '#app/queries/resources/events.ts';
import { nodesQuery } from '#app/queries/resources/nodes.ts';
import { regionsQuery } from '#app/queries/resources/regions.ts';
import { statusQuery } from '#app/queries/resources/status.ts';
import { useFeed } from '#app/queries/source.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import type { Claim } from '#domain/lists/claim.ts';
import type { Missing } from '#domain/roster/roster.ts';
import { type EndpointState, stateOf } from './endpoint-state.ts';

/** Returns the feeds by path: status first, and newer versions before older ones. */
export function useEndpoints(deployment: Deployment) {
  return {
    '/api/v2/status': useFeed(statusQuery(deployment, '/api/v2/status')),
    '/api/v1/status': useFeed(statusQuery(deployment, '/api/v1/status')),
    '/api/v2/regions': useFeed(regionsQuery(deployment, '/api/v2/regions')),
    '/api/v1/regions': useFeed(regionsQuery(deployment, '/api/v1/regions')),
    '/api/v2/nodes': useFeed(nodesQuery(deployment, '/api/v2/nodes')),
    '/api/v1/nodes': useFeed(nodesQuery(deployment, '/api/v1/nodes')),
    '/api/v2/buckets': useFeed(bucketsQuery(deployment, '/api/v2/buckets')),
    '/api/v1/assets': useFeed(assetsQuery(deployment, '/api/v1/assets')),
    '/api/v1/applications': useFeed(applicationsQuery(deployment, '/api/v1/applications')),
    '/api/v1/events': useFeed(eventsQuery(deployment, '/api/v1/events')),
  } as const satisfies Record<EndpointPath, Feed<unknown>>;
}

export type EndpointFeeds = ReturnType<typeof useEndpoints>;

export interface Reading {
  readonly path: EndpointPath;
  readonly feed: Feed<unknown>;
  readonly state: EndpointState;
  /** When an earlier visit last saw an endpoint that is now absent, epoch milliseconds; otherwise `null`. */
  readonly goneSince: number | null;
  /** Number and claim of the listed items; `null` before the first response, and for a status document. */
  readonly list: { readonly count: number; readonly claim: Claim } | null;
}

type Value = NonNullable<EndpointFeeds[EndpointPath]['answer']>['value'];

function listOf(value: Value | undefined): Reading['list'] {
  return value && 'claim' in value ? value : null;
}

export function readingsOf(feeds: EndpointFeeds, missing: readonly Missing[]): readonly Reading[] {
  // The keys are those of the object above.
  return (Object.keys(feeds) as EndpointPath[]).map((path) => {
    const feed = feeds[path];
    const goneSince = missing.find(({ id }) => id === path)?.lastSeen ?? null;
    return { path, feed, goneSince, state: stateOf(feed, goneSince), list: listOf(feed.answer?.value) };
  });
}
