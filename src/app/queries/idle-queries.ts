import type { Query, QueryClient } from '@tanstack/react-query';
import { isPathOf } from '#contract/endpoints.ts';
import { type Feed, isAbsent } from '#domain/answer/answer.ts';
import { now } from '../ui/time/clock.ts';
import { isHidden } from '../ui/time/visibility.ts';
import { endpointQueryOf } from './keys.ts';

export interface TabEnvironment {
  readonly now: () => number;
  readonly isHidden: () => boolean;
}

export const tabEnvironment: TabEnvironment = { now, isHidden };

export function isStatusQuery(query: Query): boolean {
  const requested = endpointQueryOf(query);
  return requested !== null && isPathOf(requested.path, 'status');
}

/**
 * Returns the endpoint queries on screen that have no running request; in a hidden tab only those for status
 * (docs/understand/freshness.md). History queries are excluded, because they confirm no current state.
 */
export function idleQueriesOnScreen(client: QueryClient, hidden: boolean): readonly Query[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'idle' })
    .filter((query) => (hidden ? isStatusQuery(query) : endpointQueryOf(query) !== null));
}

/**
 * Whether a feed has failed and may be requested again now. Absent endpoints and feeds with a pending
 * `Retry-After` may not.
 */
export function isFailing({ failure }: Feed<unknown>, now: number): boolean {
  return failure !== null && !isAbsent(failure) && (failure.retryAt ?? 0) <= now;
}
