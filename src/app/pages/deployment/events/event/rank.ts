import type { EventType } from '#contract/resources.ts';
import type { Listing, Sum } from '#domain/lists/listing.ts';
import { addIntegers } from '#domain/numbers/arithmetic.ts';

export interface Rank {
  /**
   * Position by volume: 1 for the largest; equal volumes share a rank. `null` if its volume is unreadable.
   */
  readonly rank: number | null;
  readonly all: Sum;
  /** Volume of all event types of the same source; `null` if the event type states no source. */
  readonly ofSource: Sum | null;
}

export async function rankOf(listing: Listing<EventType>, event: EventType): Promise<Rank> {
  const { count, source } = event;
  const [larger, all, ofSource] = await Promise.all([
    count === null ? null : listing.rows({ between: { count: [addIntegers(count, 1), null] } }),
    listing.sum({}, 'count'),
    source === null ? null : listing.sum({ where: { source: [source] } }, 'count'),
  ]);
  return { rank: larger && larger.count + 1, all, ofSource };
}
