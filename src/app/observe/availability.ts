import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Resource } from '#contract/resources.ts';
import { availabilityOf } from '#domain/answer/answer.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { cachedFeed } from '../queries/keys.ts';
import { useStore } from '../ui/host.ts';
import { subscribeToFeeds } from './feeds.ts';

/** Whether a deployment offers a resource; `unasked` before the first response. */
export type Offered = 'yes' | 'no' | 'unasked';

/** Returns the value of {@link useOffered} without a subscription. */
export function offeredNow(client: QueryClient, slug: string, resource: Resource | null): Offered {
  // What the history has not recorded, the deployment may still offer. The page itself says so.
  if (resource === null || momentOf(slug) !== null) return 'yes';
  const all = pathsOf(resource).map((path) => availabilityOf(cachedFeed(client, slug, path)));
  if (all.every((availability) => availability === 'not-offered')) return 'no';
  return all.every((availability) => availability === 'waiting' || availability === 'not-offered')
    ? 'unasked'
    : 'yes';
}

/**
 * Returns whether a deployment offers a resource, from the cached feeds. Sends no request. The resource
 * `null` always counts as offered.
 */
export function useOffered(deployment: Deployment, resource: Resource | null): Offered {
  const client = useQueryClient();
  return useStore(
    // Batched, so that the component renders once, together with the changes of the query itself.
    (listener) => subscribeToFeeds(client, notifyManager.batchCalls(listener)),
    () => offeredNow(client, deployment.slug, resource),
  );
}
