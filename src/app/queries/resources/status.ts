import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { hostAddress } from '#app/delivered/base.ts';
import { deployments } from '#app/delivered/config.ts';
import { isDelivered } from '#app/delivered/delivered.ts';
import { now } from '#app/ui/time/clock.ts';
import { addressOf } from '#client/exchange.ts';
import { statusReader } from '#client/status-reader.ts';
import { type PathOf, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { feedAfter, nextRequestAt } from '#domain/answer/next-request.ts';
import { cachedFeed, endpointKey } from '../keys.ts';
import { failureAfter, requestEndpoint } from '../request-endpoint.ts';
import { type Source, usePreferred } from '../source.ts';
import { refetchTiming, requestPolicy } from '../timing.ts';

const versions = pathsOf('status');

/**
 * Returns the query of a status document. Its data is a feed, so that a failed refresh keeps the last good
 * response beside the failure.
 */
export function statusQuery(deployment: Deployment, path: PathOf<'status'>) {
  return queryOptions<Feed<StatusDocument>>({
    queryKey: endpointKey(deployment.slug, path),
    queryFn: async ({ client, signal }) => {
      const earlier = cachedFeed(client, deployment.slug, path);
      const requestedAt = now();
      try {
        const answer = await requestEndpoint({
          deployment,
          path,
          reader: statusReader,
          parameters: {},
          signal,
          earlier,
        });
        return { answer, failure: null };
      } catch (cause) {
        return feedAfter(
          earlier,
          failureAfter(cause, { deployment, path, signal, earlier, askedAt: requestedAt }),
        );
      }
    },
    ...refetchTiming<Feed<StatusDocument>>((feed) => nextRequestAt(feed, requestPolicy())),
  });
}

export function useStatus(deployment: Deployment): Source<StatusDocument> {
  return usePreferred(versions, (path) => statusQuery(deployment, path));
}

export async function seedDeliveredStatus(client: QueryClient): Promise<void> {
  const all = deployments.flatMap((deployment) =>
    versions
      .filter((path) => isDelivered(addressOf(hostAddress(deployment.baseUrl), path)))
      .map((path) => client.prefetchQuery(statusQuery(deployment, path))),
  );
  await Promise.all(all);
}
