/** What a host knows of the lists of a deployment, as it travels with the document: tallies, never the lists. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { type Answer, type Failure, type Feed, relayedAnswer, silentFeed } from '../answer/answer.ts';
import { freshLifetime, type Lifetime } from '../answer/poll.ts';
import type { WrittenSum } from '../lists/list-total.ts';
import { type ListReading, listReadingOf, type Tally } from './tally.ts';

/** One list as the host last read it; `tally` is `null` where the deployment does not offer it. */
export interface DeliveredTally {
  readonly slug: string;
  readonly path: EndpointPath;
  /** Milliseconds since the host received it. */
  readonly heldMilliseconds: number;
  /** Seconds that it had been in caches before (`Age`). */
  readonly ageSeconds: number;
  /** L, milliseconds from its making. */
  readonly lifetimeMilliseconds: number;
  /** The part of L that was left when the host received it, milliseconds. */
  readonly leftMilliseconds: number;
  readonly tally: Tally | null;
  /** Of a list of buckets: their bytes. */
  readonly bytes?: WrittenSum;
}

/** The answer that a delivered tally stands for, as far as its freshness goes. */
export function answerOfTally(
  { path, heldMilliseconds, ageSeconds, lifetimeMilliseconds, leftMilliseconds }: DeliveredTally,
  deliveredAt: number,
): Answer<null> {
  const lifetime: Lifetime = {
    ...freshLifetime(lifetimeMilliseconds, 'as the host read it'),
    leftMilliseconds,
  };
  return relayedAnswer(path, null, { receivedAt: deliveredAt - heldMilliseconds, ageSeconds, lifetime });
}

/** What a host says of one list, of which there may be several versions, the preferred one first. */
export function deliveredReading(
  paths: readonly EndpointPath[],
  delivered: readonly DeliveredTally[],
  deliveredAt: number,
  now: number,
  /** Of the page's own try since. */
  failure: Failure | null = null,
): ListReading {
  const versions = paths.map((path) => delivered.find((each) => each.path === path));
  // One that nobody knows of may be offered: it is waited for before a later version may speak.
  const speaking = versions.find((each) => each?.tally !== null);
  if (speaking?.tally) {
    const feed: Feed<null> = { answer: answerOfTally(speaking, deliveredAt), failure };
    return listReadingOf('offered', feed, speaking.tally, now);
  }
  const isAbsent = versions.every((each) => each !== undefined);
  return listReadingOf(isAbsent ? 'not-offered' : 'waiting', silentFeed, null, now);
}
