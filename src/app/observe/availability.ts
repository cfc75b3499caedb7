import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Resource } from '#contract/resources.ts';
import { availabilityOf } from '#domain/answer/answer.ts';
import { cachedFeed } from '../queries/keys.ts';
import { useStore } from '../ui/host.ts';
import { subscribeToFeeds } from './feeds.ts';

/** What is known of a resource: whether this deployment has it, has not, or was not asked yet. */
export type Offered = 'yes' | 'no' | 'unasked';

/** {@link useOffered} as it stands now. */
export function offeredNow(client: QueryClient, slug: string, resource: Resource | null): Offered {
  if (resource === null) return 'yes';
  const all = pathsOf(resource).map((path) => availabilityOf(cachedFeed(client, slug, path)));
  if (all.every((availability) => availability === 'not-offered')) return 'no';
  return all.every((availability) => availability === 'waiting' || availability === 'not-offered')
    ? 'unasked'
    : 'yes';
}

/** Whether a deployment offers a resource, from whatever was asked of it so far. Asks for nothing itself. `null` is always there. */
export function useOffered(deployment: Deployment, resource: Resource | null): Offered {
  const client = useQueryClient();
  return useStore(
    // Drawn together with what the query itself changes.
    (listener) => subscribeToFeeds(client, notifyManager.batchCalls(listener)),
    () => offeredNow(client, deployment.slug, resource),
  );
}
