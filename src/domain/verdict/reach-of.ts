import { availabilityOf, type Feed, isAbsent } from '../answer/answer.ts';
import { freshnessOf } from '../answer/freshness.ts';
import type { Reach } from './reach.ts';

/**
 * Finds out which endpoints fail, and whether none is offered.
 * @param endpoints - feeds of all endpoints of the API
 * @param requested - feeds that are requested at present; others may have recovered unnoticed
 */
export function reachOf(
  endpoints: readonly Feed<unknown>[],
  requested: readonly Feed<unknown>[],
  now: number,
): Reach {
  const failing = requested.flatMap((feed) => {
    const { failure } = feed;
    // Endpoints that are not or no longer offered are reported as such elsewhere.
    const isOut = failure && !isAbsent(failure) && freshnessOf(feed, now) !== 'fresh';
    return isOut ? [failure.path.slice(failure.path.lastIndexOf('/') + 1)] : [];
  });
  return {
    isNothing: endpoints.every((feed) => availabilityOf(feed) === 'not-offered'),
    unread: [...new Set(failing)].toSorted(),
  };
}
