/** One answer of a list as the planner sees it: what it says of its own completeness, never its rows. */

import type { Pagination } from '#contract/decode/list.ts';
import { formatExact } from '#domain/text/format.ts';
import { type Claim, exact } from '../claim.ts';
import type { Listing } from '../listing.ts';

/** What an answer says of its own completeness. */
export interface Counted {
  /** Rows that it holds. */
  readonly count: number;
  readonly pagination: Pagination;
  /** Rows that repeat the id of another. */
  readonly repeated: number;
}

/** What is known of an answer besides its rows; plain data, so that it can cross from a worker. */
export interface PageFacts extends Counted {
  /** Region code as sent → rows that name it; `null` stands for rows that name none. `null` for resources without one. */
  readonly regions: ReadonlyMap<string | null, number> | null;
  /** For resources without a region only (assets): an id for each row, to compare answers by. */
  readonly ids: readonly string[] | null;
  /** Order-independent hash of the rows; assets only. */
  readonly likeness: string | null;
}

export interface Page<Row> extends PageFacts {
  /** The rows, which only the reader that made the page knows how to hold: plain objects or columns. */
  readonly held: Held<Row>;
}

export interface Held<Row> {
  /** A listing of this answer alone. */
  listing(claim: Claim): Listing<Row>;
  /** Its rows, in their order. */
  rows(): Promise<readonly Row[]>;
  /** Makes one listing of parts, this one among them, where these rows are held: absent where that is the page itself. */
  unite?(parts: readonly Part<Row>[], claim: Claim): Promise<Listing<Row>>;
  /** Whether what held the rows elsewhere has died. */
  isLost?(): boolean;
  /** Lets go of rows that are held elsewhere; listings made of them keep them for themselves. */
  release?(): void;
}

/** What of a page goes into the union. */
export interface Part<Row> {
  readonly page: Page<Row>;
  /** `null`: all of its rows. `only`: those naming this region. `except`: those naming none of these. */
  readonly keep: { readonly only: string } | { readonly except: ReadonlySet<string> } | null;
}

/** Makes one listing of the parts (client/list-reader.ts). One part that is kept whole is that page's own listing. */
export type Unite<Row> = (parts: readonly Part<Row>[], claim: Claim) => Promise<Listing<Row>>;

/** The claim of one answer: exact only where its pagination says so and contradicts nothing. */
export function claimOf({ count, pagination, repeated }: Counted): Claim {
  const reasons: string[] = [];
  if (pagination.hasMore === null) reasons.push('the answer does not say whether there are more');
  if (pagination.hasMore === true)
    reasons.push(
      count === 0
        ? 'the service says there are more, but sent none'
        : `the list stops at ${formatExact(count)} and the service says there are more`,
    );
  if (pagination.count !== null && pagination.count !== count)
    reasons.push(`the answer counts ${pagination.count} items but holds ${count}`);
  if (pagination.limit !== null && count > pagination.limit)
    reasons.push(`the answer states a limit of ${pagination.limit} but holds ${count}`);
  if (repeated > 0)
    reasons.push(
      repeated === 1
        ? '1 item repeats the id of another'
        : `${formatExact(repeated)} items repeat the id of another`,
    );
  if (reasons.length === 0) return exact;
  return { kind: 'at-least', reasons, ...(pagination.hasMore === true && count > 0 && { first: count }) };
}
