/** Queries on screen with no request under way, for catch-up and recovery. */

import type { Query, QueryClient } from '@tanstack/react-query';
import { isPathOf } from '#contract/endpoints.ts';
import { type Feed, isAbsent } from '#domain/answer/answer.ts';
import { now } from '../ui/time/clock.ts';
import { isHidden } from '../ui/time/visibility.ts';
import { endpointQueryOf } from './keys.ts';

/** The outside world, which tests replace. */
export interface TabEnvironment {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly isHidden: () => boolean;
}

export const tabEnvironment: TabEnvironment = { now, isHidden };

export function isStatusQuery(query: Query): boolean {
  const asked = endpointQueryOf(query);
  return asked !== null && isPathOf(asked.path, 'status');
}

/**
 * Queries of endpoints on screen with nothing under way; of a hidden tab only those for status (docs/understand/freshness.md). What
 * the record says vouches for nothing now: its own timer is enough.
 */
export function idleQueriesOnScreen(client: QueryClient, hidden: boolean): readonly Query[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'idle' })
    .filter((query) => (hidden ? isStatusQuery(query) : endpointQueryOf(query) !== null));
}

/** Whether a try failed that may be made again now: not what is not offered, nor what asked for a pause. */
export function isFailing({ failure }: Feed<unknown>, now: number): boolean {
  return failure !== null && !isAbsent(failure) && (failure.retryAt ?? 0) <= now;
}
