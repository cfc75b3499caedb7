/** Counts of a deployment's lists, delivered with the page. The lists themselves are not delivered. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { type Answer, type Failure, type Feed, relayedResponse, silentFeed } from '../answer/answer.ts';
import { freshLifetime, type Lifetime } from '../answer/poll.ts';
import type { WrittenSum } from '../lists/list-total.ts';
import { type ListReading, listReadingOf, type Tally } from '../verdict/tally.ts';

/**
 * Counts of one list as the host last read it. `tally` is `null` if the deployment does not offer the list.
 */
export interface DeliveredTally {
  readonly slug: string;
  readonly path: EndpointPath;
  /** Milliseconds since the host received the list. */
  readonly heldMilliseconds: number;
  /** Age of the response when the host received it, in seconds. */
  readonly ageSeconds: number;
  /** Lifetime of the response in milliseconds. */
  readonly lifetimeMilliseconds: number;
  /**
   * Milliseconds of the lifetime that were left when the host received the response; negative for a stale
   * copy.
   */
  readonly leftMilliseconds: number;
  readonly tally: Tally | null;
  /** Sums of the buckets' bytes and objects; absent for other lists. */
  readonly bytes?: WrittenSum;
  readonly objects?: WrittenSum;
}

/** Makes a stand-in for the response that was tallied. It has the times of that response, but no value. */
export function answerOfTally(
  { path, heldMilliseconds, ageSeconds, lifetimeMilliseconds, leftMilliseconds }: DeliveredTally,
  deliveredAt: number,
): Answer<null> {
  const lifetime: Lifetime = {
    ...freshLifetime(lifetimeMilliseconds, 'as the host read it'),
    leftMilliseconds,
  };
  return relayedResponse(path, null, { receivedAt: deliveredAt - heldMilliseconds, ageSeconds, lifetime });
}

/**
 * Builds the reading of a list from tallies delivered with the page.
 * @param paths - endpoints of the list in all API versions, preferred one first
 */
export function deliveredReading(
  paths: readonly EndpointPath[],
  delivered: readonly DeliveredTally[],
  deliveredAt: number,
  now: number,
  failure: Failure | null = null,
): ListReading {
  const versions = paths.map((path) => delivered.find((each) => each.path === path));
  // If a version may be offered but has no tally yet, a later version must not replace it.
  const preferred = versions.find((each) => each?.tally !== null);
  if (preferred?.tally) {
    const feed: Feed<null> = { answer: answerOfTally(preferred, deliveredAt), failure };
    return listReadingOf('offered', feed, preferred.tally, now);
  }
  const isAbsent = versions.every((each) => each !== undefined);
  return listReadingOf(isAbsent ? 'not-offered' : 'waiting', silentFeed, null, now);
}
