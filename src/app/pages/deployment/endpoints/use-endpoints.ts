/** Every endpoint of the contract, second versions included: one default request each, by its own schedule. */

import type { EndpointPath } from '../../../../contract/endpoints.ts';
import type { Deployment } from '../../../../contract/host.ts';
import type { Feed } from '../../../../domain/answer.ts';
import type { Claim } from '../../../../domain/claim.ts';
import type { Missing } from '../../../../domain/roster.ts';
import { applicationsQuery } from '../../../queries/applications.ts';
import { assetsQuery } from '../../../queries/assets.ts';
import { bucketsQuery } from '../../../queries/buckets.ts';
import { eventsQuery } from '../../../queries/events.ts';
import { nodesQuery } from '../../../queries/nodes.ts';
import { regionsQuery } from '../../../queries/regions.ts';
import { useFeed } from '../../../queries/source.ts';
import { statusQuery } from '../../../queries/status.ts';
import { type EndpointState, stateOf } from './endpoint-state.ts';

/** The feeds by path, status first, newer versions before older ones. */
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

/** What the table says of an endpoint. */
export interface Reading {
  readonly path: EndpointPath;
  readonly feed: Feed<unknown>;
  readonly state: EndpointState;
  /** When an earlier visit last saw it, where it is not there any more; epoch milliseconds. */
  readonly goneSince: number | null;
  /** `null` before the first answer, and for a status document. */
  readonly list: { readonly count: number; readonly claim: Claim } | null;
}

type Value = NonNullable<EndpointFeeds[EndpointPath]['answer']>['value'];

function listOf(value: Value | undefined): Reading['list'] {
  return value && 'claim' in value ? value : null;
}

export function readingsOf(feeds: EndpointFeeds, missing: readonly Missing[]): readonly Reading[] {
  // The keys are those of the object written above.
  return (Object.keys(feeds) as EndpointPath[]).map((path) => {
    const feed = feeds[path];
    const goneSince = missing.find(({ id }) => id === path)?.lastSeen ?? null;
    return { path, feed, goneSince, state: stateOf(feed, goneSince), list: listOf(feed.answer?.value) };
  });
}
