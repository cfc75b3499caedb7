/**
 * One list response as the request planner sees it: facts about its completeness. The rows themselves are
 * behind `content`.
 */

import type { Pagination } from '#contract/decode/list.ts';
import { formatExact } from '#domain/text/format.ts';
import { type Claim, exact } from '../claim.ts';
import type { Listing } from '../listing.ts';

export interface Counted {
  readonly count: number;
  readonly pagination: Pagination;
  /** Number of rows that repeat the id of an earlier row. */
  readonly repeated: number;
}

/** Facts about one list response. Plain data, because a worker sends them. */
export interface PageFacts extends Counted {
  /**
   * Number of rows by region code as sent; the key `null` counts rows without a code. `null` for resources
   * without a region.
   */
  readonly regions: ReadonlyMap<string | null, number> | null;
  /** Identities of all rows, for comparing responses; `null` except for assets. */
  readonly ids: readonly string[] | null;
  /** Hash of the rows that does not depend on their order; `null` except for assets. */
  readonly likeness: string | null;
}

export interface Page<Row> extends PageFacts {
  /** The rows, as plain objects or as columns in a worker. */
  readonly content: PageRows<Row>;
}

export interface PageRows<Row> {
  listing(claim: Claim): Listing<Row>;
  rows(): Promise<readonly Row[]>;
  /**
   * Merges parts of a list in the worker; this page is one of them. Absent if the rows are objects on this
   * thread.
   */
  unite?(parts: readonly Part<Row>[], claim: Claim): Promise<Listing<Row>>;
  isLost?(): boolean;
  /** Releases the rows in the worker. Listings that were made of them keep their own. */
  release?(): void;
}

export interface Part<Row> {
  readonly page: Page<Row>;
  /**
   * Rows of the page that belong to the list. `null`: all. `only`: those of this region. `except`: those of
   * none of these regions.
   */
  readonly rowFilter: { readonly only: string } | { readonly except: ReadonlySet<string> } | null;
}

/**
 * Merges the parts of a list into one listing (client/list-reader.ts). A single complete part is its own
 * listing.
 */
export type Unite<Row> = (parts: readonly Part<Row>[], claim: Claim) => Promise<Listing<Row>>;

/**
 * Returns the completeness claim of one response. It is `exact` only if the pagination says so and nothing
 * contradicts it.
 */
export function claimOf({ count, pagination, repeated }: Counted): Claim {
  const reasons: string[] = [];
  if (pagination.hasMore === null) reasons.push('the response does not state whether there are more');
  if (pagination.hasMore === true)
    reasons.push(
      count === 0
        ? 'the service states that there are more, but sent none'
        : `the list stops at ${formatExact(count)} and the service states that there are more`,
    );
  if (pagination.count !== null && pagination.count !== count)
    reasons.push(`the response states ${pagination.count} items but has ${count}`);
  if (pagination.limit !== null && count > pagination.limit)
    reasons.push(`the response states a limit of ${pagination.limit} but has ${count}`);
  if (repeated > 0)
    reasons.push(
      repeated === 1
        ? '1 item repeats the id of another'
        : `${formatExact(repeated)} items repeat the id of another`,
    );
  if (reasons.length === 0) return exact;
  return { kind: 'at-least', reasons, ...(pagination.hasMore === true && count > 0 && { first: count }) };
}
