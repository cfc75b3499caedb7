/** Counts of a deployment's lists, delivered with the page. The lists themselves are not delivered. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { type Answer, type Failure, type Feed, relayedResponse, silentFeed } from '../answer/answer.ts';
import { freshLifetime, type Lifetime } from '../answer/poll.ts';
import type { WrittenSum } from '../lists/list-total.ts';
import { type ListReading, listReadingOf, type Tally } from '../verdict/tally.ts';

/** One list as the host last read it. `tally` is `null` if the deployment does not offer it. */
export interface DeliveredTally {
  readonly slug: string;
  readonly path: EndpointPath;
  /** Milliseconds since receipt by the host. */
  readonly heldMilliseconds: number;
  /** Age at receipt (`Age`), in seconds. */
  readonly ageSeconds: number;
  /** L in milliseconds. */
  readonly lifetimeMilliseconds: number;
  /** Remaining lifetime at receipt by the host, milliseconds. */
  readonly leftMilliseconds: number;
  readonly tally: Tally | null;
  /** Bucket lists only: the sum of their bytes. */
  readonly bytes?: WrittenSum;
}

/** A stand-in for the response behind a tally, with its times only. */
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

/** The delivered reading of a list. `paths`: its versions, the preferred one first. */
export function deliveredReading(
  paths: readonly EndpointPath[],
  delivered: readonly DeliveredTally[],
  deliveredAt: number,
  now: number,
  failure: Failure | null = null,
): ListReading {
  const versions = paths.map((path) => delivered.find((each) => each.path === path));
  // A version of unknown availability may be offered, so a later version must wait for it.
  const preferred = versions.find((each) => each?.tally !== null);
  if (preferred?.tally) {
    const feed: Feed<null> = { answer: answerOfTally(preferred, deliveredAt), failure };
    return listReadingOf('offered', feed, preferred.tally, now);
  }
  const isAbsent = versions.every((each) => each !== undefined);
  return listReadingOf(isAbsent ? 'not-offered' : 'waiting', silentFeed, null, now);
}
