/** One list response as the planner sees it: facts about its completeness, without its rows. */

import type { Pagination } from '#contract/decode/list.ts';
import { formatExact } from '#domain/text/format.ts';
import { type Claim, exact } from '../claim.ts';
import type { Listing } from '../listing.ts';

export interface Counted {
  readonly count: number;
  readonly pagination: Pagination;
  /** Number of rows with the id of another row. */
  readonly repeated: number;
}

/** Facts about a response. Plain data: a worker sends it. */
export interface PageFacts extends Counted {
  /** Number of rows by region code as sent; key `null`: rows without a code. `null` for resources without a region. */
  readonly regions: ReadonlyMap<string | null, number> | null;
  /** Assets only: an id for each row, to compare responses. */
  readonly ids: readonly string[] | null;
  /** Order-independent hash of the rows; assets only. */
  readonly likeness: string | null;
}

export interface Page<Row> extends PageFacts {
  /** The rows: plain objects or columns in a worker. */
  readonly content: PageRows<Row>;
}

export interface PageRows<Row> {
  listing(claim: Claim): Listing<Row>;
  rows(): Promise<readonly Row[]>;
  /** Merges parts, this one among them, in the worker. Absent if the rows are in the page. */
  unite?(parts: readonly Part<Row>[], claim: Claim): Promise<Listing<Row>>;
  isLost?(): boolean;
  /** Releases rows in a worker. Listings made of them keep them. */
  release?(): void;
}

export interface Part<Row> {
  readonly page: Page<Row>;
  /** `null`: all rows. `only`: rows of this region. `except`: rows of none of these regions. */
  readonly rowFilter: { readonly only: string } | { readonly except: ReadonlySet<string> } | null;
}

/** Merges parts into one listing (client/list-reader.ts). A single complete part is its own listing. */
export type Unite<Row> = (parts: readonly Part<Row>[], claim: Claim) => Promise<Listing<Row>>;

/** The claim of one response: exact only if its pagination says so and has no contradiction. */
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
