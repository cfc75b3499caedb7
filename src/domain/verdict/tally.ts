/** Row counts of the lists of regions and nodes by status word. They are the input of the verdict. */

import { type Availability, type Feed, silentFeed } from '../answer/answer.ts';
import { confirmedAt, type Freshness, freshnessOf, freshnessThen } from '../answer/freshness.ts';
import type { Claim } from '../lists/claim.ts';

export interface TallyGroup {
  /** Code of the region, or of the region in which the nodes are; `null` if none was sent. */
  readonly code: string | null;
  /** Name of the region; `null` for nodes. */
  readonly name: string | null;
  /** Status word as sent; `null` if no text was sent. */
  readonly word: string | null;
  readonly count: number;
}

export interface Tally {
  readonly groups: readonly TallyGroup[];
  readonly claim: Claim;
}

/** Whether a tally includes all rows that another tally counts. */
export function coversAllOf(tally: Tally, other: Tally): boolean {
  const keyOf = ({ code, name, word }: TallyGroup) => JSON.stringify([code, name, word]);
  const counts = new Map(tally.groups.map((group) => [keyOf(group), group.count]));
  return other.groups.every((group) => (counts.get(keyOf(group)) ?? 0) >= group.count);
}

export interface ListReading {
  readonly availability: Availability;
  readonly freshness: Freshness;
  /** When the tally was true, in epoch milliseconds; `null` if the list was never read. */
  readonly readAt: number | null;
  readonly tally: Tally | null;
}

export interface InventoryReadings {
  readonly regions: ListReading;
  readonly nodes: ListReading;
}

/**
 * Builds the reading of a list from its tally. Computing a tally takes a moment. Until it is ready the
 * previous tally counts, within the validity period of its response.
 * @param availability - availability of the list, which may be offered in another API version
 * @param tallied - feed of the response that was tallied
 */
export function listReadingOf(
  availability: Availability,
  tallied: Feed<unknown> | null,
  tally: Tally | null,
  now: number,
): ListReading {
  const { answer } = tallied ?? silentFeed;
  if (!answer || !tallied || !tally) return { availability, freshness: 'waiting', readAt: null, tally: null };
  const freshness = freshnessThen(tallied, freshnessOf(tallied, now));
  return { availability, freshness, readAt: confirmedAt(answer), tally };
}
