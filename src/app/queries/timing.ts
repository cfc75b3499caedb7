/** Computes when a query is polled again: from the cached feed, never from a constant. */

import type { Query } from '@tanstack/react-query';
import type { Feed } from '#domain/answer/answer.ts';
import type { RequestPolicy } from '#domain/answer/next-request.ts';
import { pollMilliseconds } from '../delivered/config.ts';
import { now } from '../ui/time/clock.ts';
import { isAlerting, isHidden } from '../ui/time/visibility.ts';

/** Maximum milliseconds of a timer. Browser timers above 2^31 ms would fire at once. */
const longestTimer = 60 * 60_000;

export function requestPolicy(): RequestPolicy {
  return { pollMilliseconds, hidden: isHidden(), alerting: isAlerting() };
}

/**
 * Returns the timing options of a query.
 * @param dueAt - returns when the next request for a feed is due, epoch milliseconds.
 */
export function refetchTiming<F extends Feed<unknown>>(dueAt: (feed: F) => number) {
  return {
    staleTime: ({ state }: Query<F>) =>
      state.data && dueAt(state.data) > now() ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }: Query<F>): number | false => {
      if (!state.data || state.fetchStatus === 'fetching') return false;
      const wait = dueAt(state.data) - now();
      return wait === Number.POSITIVE_INFINITY ? false : Math.min(Math.max(Math.ceil(wait), 1), longestTimer);
    },
  };
}
