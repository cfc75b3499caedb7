/**
 * Figures of a list for overview and status page: from the page's own response, or from the observer if its
 * total is more complete.
 */

import type { Source } from '#app/queries/source.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { ageOfResponse, freshnessOf } from '#domain/answer/freshness.ts';
import { answerOfTally } from '#domain/first-screen/delivered-tally.ts';
import { type Claim, isWeaker } from '#domain/lists/claim.ts';
import type { WrittenSum } from '#domain/lists/list-total.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatAge } from '#domain/text/format.ts';
import { deliveredTally } from '../verdicts/tallies.ts';

export interface KnownTotal {
  readonly feed: Feed<unknown>;
  readonly claim: Claim;
  readonly count: number;
  /** Sums of buckets; absent for other lists. */
  readonly bytes: WrittenSum | undefined;
  readonly objects: WrittenSum | undefined;
}

type Counted = Pick<Listing<unknown>, 'claim' | 'count'>;

/**
 * Maximum age of the observer's figures in milliseconds. Older figures give way to the page's first response,
 * even if it contains fewer rows.
 */
const longestAge = 60 * 60_000;

/** Whether a list is less complete than another list. A list with more rows never counts as less complete. */
function isLess(own: Counted, other: Counted): boolean {
  if (own.count > other.count) return false;
  const areBothPartial = own.claim.kind === 'at-least' && other.claim.kind === 'at-least';
  return isWeaker(own.claim, other.claim) || (areBothPartial && own.count < other.count);
}

/**
 * Returns the observer's total of a list; `null` without a recent total, or if the page's own response covers
 * as much.
 */
export function knownTotal(slug: string, { path, feed }: Source<Counted>, now: number): KnownTotal | null {
  const { told: deliveredList, at } = deliveredTally(slug, path) ?? {};
  if (!deliveredList?.tally || at === undefined) return null;
  const { claim, groups } = deliveredList.tally;
  const answer = answerOfTally(deliveredList, at);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const own = feed.answer?.value;
  if (own && !isLess(own, { claim, count })) return null;
  if (ageOfResponse(answer, now) > longestAge) return null;
  const { bytes, objects } = deliveredList;
  return { feed: { answer, failure: null }, claim, count, bytes, objects };
}

/**
 * Returns the {@link knownTotal} of a list. `age` is its age as text when its lifetime is over, otherwise
 * `null`.
 */
export function useKnownTotal(slug: string, source: Source<Listing<unknown>>) {
  // The time of the total, so that newer figures of the same list render.
  const knownAt = useTimed((time) => knownTotal(slug, source, time)?.feed.answer?.receivedAt ?? null);
  const age = useTimed((time) => {
    const feed = knownTotal(slug, source, time)?.feed;
    return !feed?.answer || freshnessOf(feed, time) === 'fresh'
      ? null
      : formatAge(ageOfResponse(feed.answer, time), { late: false });
  });
  return { known: knownAt !== null ? knownTotal(slug, source, Number.NEGATIVE_INFINITY) : null, age };
}
