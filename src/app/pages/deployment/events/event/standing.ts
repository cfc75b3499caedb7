/** Where one event type stands among the others of its list. */

import type { EventType } from '#contract/resources.ts';
import { addIntegers } from '#domain/figures/arithmetic.ts';
import type { Listing, Sum } from '#domain/lists/listing.ts';

export interface Standing {
  /** 1 for the largest; equal ones share a rank. `null` where its volume cannot be read. */
  readonly rank: number | null;
  readonly all: Sum;
  /** The volume of its source; `null` where the source is not given. */
  readonly ofSource: Sum | null;
}

export async function standingOf(listing: Listing<EventType>, event: EventType): Promise<Standing> {
  const { count, source } = event;
  const [larger, all, ofSource] = await Promise.all([
    count === null ? null : listing.rows({ between: { count: [addIntegers(count, 1), null] } }),
    listing.sum({}, 'count'),
    source === null ? null : listing.sum({ where: { source: [source] } }, 'count'),
  ]);
  return { rank: larger && larger.count + 1, all, ofSource };
}
