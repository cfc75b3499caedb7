import { useMemo } from 'react';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import type { Integer } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { freshnessOf } from '#domain/answer/freshness.ts';
import { trustOfAll } from '#domain/answer/source-clock.ts';
import type { Known, SubjectsThen, SubjectThen } from '#domain/history/past/against/differences.ts';
import type { FigureThen } from '#domain/history/past/against/figure-difference.ts';
import { type Claim, claimOfSum } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { claimOfKnowledge, knownRegions } from '#domain/lists/planner/claim-of-slices.ts';
import { isListFeed } from '#domain/lists/planner/list-feed.ts';

/** Most rows that are compared one by one. Only the totals of longer lists are compared. */
const mostRows = 20_000;

/** What is known of one list at a moment. */
export interface ListThen {
  readonly source: Source<unknown>;
  readonly known: Known;
  /** `undefined` until the list is read; `null` if it is too long to be compared row by row. */
  readonly seen: SubjectsThen | null | undefined;
  readonly count: FigureThen | undefined;
  /** Sum of advertised capacities, of nodes only. */
  readonly capacity: FigureThen | undefined;
}

/**
 * Returns how much the response of a feed tells of its moment. In the present, only a fresh response of a source that
 * still moves tells of now.
 */
export function useKnown(feed: Feed<unknown>): Known {
  const isFresh = useTimed((now) => freshnessOf(feed, now) === 'fresh');
  const { observed, asOf } = feed.answer?.headers ?? {};
  if (asOf == null) return isFresh && trustOfAll([feed]) !== 'frozen' ? 'complete' : 'none';
  return observed === 'complete' || observed === 'partial' ? observed : 'none';
}

/** Returns the subjects of a list by id. Of two rows with one id the first counts; rows without one are left out. */
function subjectsOf<Row>(
  rows: readonly Row[],
  seenAs: (row: Row) => readonly [id: string | null, subject: SubjectThen],
): { readonly subjects: ReadonlyMap<string, SubjectThen>; readonly hasAll: boolean } {
  const subjects = new Map<string, SubjectThen>();
  let hasAll = true;
  for (const row of rows) {
    const [id, subject] = seenAs(row);
    if (id === null) hasAll = false;
    else if (!subjects.has(id)) subjects.set(id, subject);
  }
  return { subjects, hasAll };
}

/**
 * Reads a list at the moment of its source. The caller remounts for another moment, because a result stays until the
 * next one is ready.
 */
export function useListThen<Row>(
  source: Source<Listing<Row>>,
  seenAs: (row: Row) => readonly [id: string | null, subject: SubjectThen],
): ListThen {
  const { feed } = source;
  const known = useKnown(feed);
  const listing = feed.answer?.value ?? null;
  const read = useListingResult(listing, 'subjects', async (all) => {
    const { count } = all;
    // A past list without its numbers may still have all its rows.
    const claim = isListFeed(feed) ? claimOfKnowledge(feed.knowledge, feed.task) : all.claim;
    const regions = isListFeed(feed) ? knownRegions(feed.knowledge, feed.task) : [];
    const sum = await all.sum({}, 'advertised');
    if (count > mostRows) return { claim, regions, count, sum, rows: null };
    const matching = await all.rows({});
    return { claim, regions, count, sum, rows: subjectsOf(await matching.slice(0, matching.count), seenAs) };
  });
  // The same object until something changes, because differences are computed once for each.
  const seen = useMemo(
    () =>
      read && read.rows && { ...read.rows, known, isWhole: read.claim.kind === 'exact' && read.rows.hasAll },
    [read, known],
  );
  const isObserved = known !== 'none';
  const figure = (value: Integer, claim: Claim): FigureThen => ({
    value,
    claim,
    regions: read?.regions ?? [],
    isObserved,
  });
  return {
    source,
    known,
    seen,
    count: read && figure(read.count, read.claim),
    capacity: read && figure(read.sum.total, claimOfSum(read.claim, read.sum)),
  };
}
