/** What the lists of regions and nodes say by status word: all of them that a verdict needs. */

import { type Availability, type Feed, silentFeed } from '../answer/answer.ts';
import { type Freshness, freshnessOf, vouchedAt } from '../answer/freshness.ts';
import type { Claim } from '../lists/claim.ts';

/** Rows of a list that say the same. */
export interface TallyGroup {
  /** Code of the region, or of the region in which the nodes stand; `null` where none was sent. */
  readonly code: string | null;
  /** Name of the region; `null` for nodes. */
  readonly name: string | null;
  /** Status word as sent; `null` where no text was sent. */
  readonly word: string | null;
  readonly count: number;
}

export interface Tally {
  readonly groups: readonly TallyGroup[];
  readonly claim: Claim;
}

/** Whether a tally says all that another does, and maybe more. */
export function holdsAllOf(tally: Tally, other: Tally): boolean {
  const keyOf = ({ code, name, word }: TallyGroup) => JSON.stringify([code, name, word]);
  const counts = new Map(tally.groups.map((group) => [keyOf(group), group.count]));
  return other.groups.every((group) => (counts.get(keyOf(group)) ?? 0) >= group.count);
}

/** What is known of one list. */
export interface ListReading {
  readonly availability: Availability;
  /** Of the answer that was tallied. */
  readonly freshness: Freshness;
  /** Epoch milliseconds at which the tally was so; `null` where the list was never read. */
  readonly readAt: number | null;
  readonly tally: Tally | null;
}

export interface InventoryReadings {
  readonly regions: ListReading;
  readonly nodes: ListReading;
}

/**
 * What a feed says through the tally of its answer. A tally takes a moment to be made: until then the answer before it
 * speaks, for as long as that one vouches.
 *
 * @param availability - of the list, which may be offered in another version.
 * @param tallied - the feed of the answer that the tally was made of.
 */
export function listReadingOf(
  availability: Availability,
  tallied: Feed<unknown> | null,
  tally: Tally | null,
  now: number,
): ListReading {
  const { answer } = tallied ?? silentFeed;
  if (!answer || !tallied || !tally) return { availability, freshness: 'waiting', readAt: null, tally: null };
  return { availability, freshness: freshnessOf(tallied, now), readAt: vouchedAt(answer), tally };
}
