/** What is kept of a list once it was read: figures by what they are told by. The rows themselves are let go. */

import type { ListResource } from '#contract/resources.ts';
import { sumIntegers } from '#domain/figures/arithmetic.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { type WrittenSum, writtenSum } from '#domain/lists/list-total.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { type Lookups, noLookups } from '#domain/lists/lookups.ts';
import type { Tally } from '#domain/verdict/tally.ts';
import { tallyOfListing } from '#domain/verdict/tally-of-listing.ts';

export interface ListSummary {
  readonly claim: Claim;
  readonly count: number;
  /** Rows by the fields of {@link summaryFields}, with the sums of the numbers there. */
  readonly groups: readonly Group[];
  /** How many more there were. */
  readonly groupsBeyond: number;
  /** Of regions and nodes: what a verdict needs. */
  readonly tally: Tally | null;
  /** Codes of the regions listed, by which other lists may be asked for; empty for other lists. */
  readonly codes: readonly string[];
}

/** Groups that are kept: names are foreign, and there may be any number. */
const mostGroups = 2_000;

interface SummaryFields {
  readonly by: readonly string[];
  readonly sums: readonly string[];
}

/** What each list is told by, and what of it is added up. */
export const summaryFields: Readonly<Record<ListResource, SummaryFields>> = {
  region: { by: ['severity'], sums: [] },
  node: { by: ['pop', 'severity'], sums: ['advertised'] },
  bucket: { by: ['region'], sums: ['objects', 'bytes'] },
  asset: { by: ['cache_status'], sums: ['bytes'] },
  application: { by: [], sums: [] },
  event: { by: ['source', 'name'], sums: ['count'] },
};

function isTallied(resource: ListResource): resource is 'region' | 'node' {
  return resource === 'region' || resource === 'node';
}

async function codesOf(listing: Listing<unknown>): Promise<readonly string[]> {
  const groups = await listing.group({}, ['code']);
  return groups.flatMap(({ key: [code] }) => code ?? []);
}

export async function summaryOf(
  resource: ListResource,
  listing: Listing<unknown>,
  words: Lookups['words'],
): Promise<ListSummary> {
  const { by, sums } = summaryFields[resource];
  const groups = await listing.joined({ ...noLookups, words }).group({}, by, sums);
  return {
    claim: listing.claim,
    count: listing.count,
    groups: groups.slice(0, mostGroups),
    groupsBeyond: Math.max(0, groups.length - mostGroups),
    tally: isTallied(resource) ? await tallyOfListing(listing, resource === 'region') : null,
    codes: resource === 'region' ? await codesOf(listing) : [],
  };
}

/** The figures of a list that travel with a page. */
export interface ListTotal {
  readonly tally: Tally;
  readonly bytes?: WrittenSum;
}

/** Reasons and region codes of a claim that travel with a page: there may be one for each region. */
const mostReasons = 10;

function boundedClaim(claim: Claim): Claim {
  if (claim.kind !== 'at-least') return claim;
  const { cut: _cut, ...rest } = claim;
  return { ...rest, reasons: claim.reasons.slice(0, mostReasons) };
}

/** Buckets have no status word: they are one group, with their bytes. */
export function totalOf(resource: ListResource, summary: ListSummary): ListTotal | null {
  const { tally, claim, count, groups, groupsBeyond } = summary;
  if (tally) return { tally };
  if (resource !== 'bucket' || groupsBeyond > 0) return null;
  const sums = groups.flatMap(({ sums }) => sums['bytes'] ?? []);
  const bytes = writtenSum({
    total: sumIntegers(sums.map(({ total }) => total)),
    missing: sums.reduce((all, { missing }) => all + missing, 0),
  });
  return {
    tally: { groups: [{ code: null, name: null, word: null, count }], claim: boundedClaim(claim) },
    bytes,
  };
}
