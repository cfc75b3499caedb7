/** One query an endpoint: its data is the feed, so that a failed refresh keeps the last good answer beside the failure. */

import { queryOptions } from '@tanstack/react-query';
import type { Reader } from '#client/request.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { feedAfter, nextAskAt } from '#domain/answer/freshness.ts';
import { now } from '../ui/clock.ts';
import { ask, failureAfter } from './request-endpoint.ts';
import { askingPolicy, timedBy } from './timing.ts';

/** The query of an endpoint that takes no parameters and answers once. */
export function endpointQuery<T>(deployment: Deployment, path: EndpointPath, reader: Reader<T>) {
  return queryOptions<Feed<T>>({
    queryKey: [deployment.slug, path, {}],
    queryFn: async ({ client, queryKey, signal }) => {
      const earlier = client.getQueryData<Feed<T>>(queryKey);
      const askedAt = now();
      try {
        const answer = await ask({ deployment, path, reader, asked: {}, signal, earlier });
        return { answer, failure: null };
      } catch (cause) {
        return feedAfter(earlier, failureAfter(cause, { path, signal, earlier, askedAt }));
      }
    },
    ...timedBy<Feed<T>>((feed) => nextAskAt(feed, askingPolicy())),
  });
}
