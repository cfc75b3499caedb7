/** One query an endpoint: its data is the feed, so that a failed refresh keeps the last good answer beside the failure. */

import { queryOptions } from '@tanstack/react-query';
import { type Reader, request } from '../../client/request.ts';
import type { Asked } from '../../contract/decode-list.ts';
import type { EndpointPath } from '../../contract/endpoints.ts';
import type { Deployment } from '../../contract/host.ts';
import type { Feed } from '../../domain/answer.ts';
import { feedAfter, nextAskAt } from '../../domain/freshness.ts';
import { hostAddress } from '../base.ts';
import { now } from '../clock.ts';
import { pollMilliseconds } from '../config.ts';
import { transport } from '../delivered.ts';
import { isHidden } from '../visibility.ts';
import { failureOf } from './failure.ts';

/** Timers beyond 2^31 ms fire at once. */
const longestTimer = 60 * 60_000;

function millisecondsUntilDue(feed: Feed<unknown>): number {
  return nextAskAt(feed, { pollMilliseconds, hidden: isHidden() }) - now();
}

/**
 * The query of one endpoint of one deployment.
 * Its `staleTime` and `refetchInterval` come from the feed in the cache, never from a constant.
 */
export function endpointQuery<T>(deployment: Deployment, path: EndpointPath, asked: Asked, reader: Reader<T>) {
  return queryOptions<Feed<T>>({
    queryKey: [deployment.slug, path, asked],
    queryFn: async ({ client, queryKey, signal }) => {
      const earlier = client.getQueryData<Feed<T>>(queryKey);
      try {
        const answer = await request({
          baseUrl: hostAddress(deployment.baseUrl),
          path,
          reader,
          asked,
          signal,
          pollMilliseconds,
          uncacheableRun: earlier?.answer?.uncacheableRun ?? 0,
          now,
          random: Math.random,
          transport,
        });
        return { answer, failure: null };
      } catch (cause) {
        if (signal.aborted) throw cause;
        const run = (earlier?.failure?.run ?? 0) + 1;
        return feedAfter(earlier, failureOf(cause, { path, run, at: now(), spread: Math.random() }));
      }
    },
    staleTime: ({ state }) =>
      state.data && millisecondsUntilDue(state.data) > 0 ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) => {
      if (!state.data || state.fetchStatus === 'fetching') return false;
      const wait = millisecondsUntilDue(state.data);
      return wait === Number.POSITIVE_INFINITY ? false : Math.min(Math.max(Math.ceil(wait), 1), longestTimer);
    },
  });
}
