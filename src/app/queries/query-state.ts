/** What those who hurry requests have in common: the feeds on screen that nobody asks for at this moment. */

import type { Query, QueryClient } from '@tanstack/react-query';
import { endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import { type Feed, isAbsent, silentFeed } from '#domain/answer/answer.ts';
import { now } from '../ui/clock.ts';
import { isHidden } from '../ui/visibility.ts';

/** The outside world, which tests replace. */
export interface Surroundings {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly isHidden: () => boolean;
}

export const surroundings: Surroundings = { now, isHidden };

export function feedIn(query: Query): Feed<unknown> {
  // Every query of this client holds a feed (queries/endpoint.ts).
  return (query.state.data as Feed<unknown> | undefined) ?? silentFeed;
}

export function isStatusQuery({ queryKey: [, path] }: Query): boolean {
  return typeof path === 'string' && isEndpointPath(path) && endpointAt(path).resource === 'status';
}

/** Queries on screen with nothing under way; of a hidden tab only those for status (part 5 of the design). */
export function askable(client: QueryClient, hidden: boolean): readonly Query[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'idle' })
    .filter((query) => !hidden || isStatusQuery(query));
}

/** Whether a try failed that may be made again now: not what is not offered, nor what asked for a pause. */
export function isFailing({ failure }: Feed<unknown>, now: number): boolean {
  return failure !== null && !isAbsent(failure) && (failure.retryAt ?? 0) <= now;
}
