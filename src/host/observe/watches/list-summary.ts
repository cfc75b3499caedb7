/** Computes the figures of a list that stay after its rows are released. */

import type { ListResource } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { type WrittenSum, writtenSum } from '#domain/lists/list-total.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { type Lookups, noLookups } from '#domain/lists/lookups.ts';
import { sumIntegers } from '#domain/numbers/arithmetic.ts';
import type { Tally } from '#domain/verdict/tally.ts';
import { tallyOfListing } from '#domain/verdict/tally-of-listing.ts';

export interface ListSummary {
  readonly claim: Claim;
  readonly count: number;
  readonly groups: readonly Group[];
  /** Number of groups that are not in `groups`, because there are too many. */
  readonly groupsBeyond: number;
  /** Counts by status word, on which the verdict rests; `null` for lists other than regions and nodes. */
  readonly tally: Tally | null;
  /** Codes of a list of regions, by which other lists may be sliced; empty for all other lists. */
  readonly codes: readonly string[];
}

/** Maximum number of groups. Limited, because names come from the service. */
const mostGroups = 2_000;

interface SummaryFields {
  readonly by: readonly string[];
  readonly sums: readonly string[];
}

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

export interface ListTotal {
  readonly tally: Tally;
  readonly bytes?: WrittenSum;
  readonly objects?: WrittenSum;
}

/** Maximum number of stated reasons why a list is incomplete. There may be one for each region. */
const mostReasons = 10;

function boundedClaim(claim: Claim): Claim {
  if (claim.kind !== 'at-least') return claim;
  const { cut: _cut, ...rest } = claim;
  return { ...rest, reasons: claim.reasons.slice(0, mostReasons) };
}

/**
 * Returns the figures of a list for pages; `null` for lists other than regions, nodes and buckets. Buckets
 * have no status word, so they are one group, with their bytes and objects.
 */
export function totalOf(resource: ListResource, summary: ListSummary): ListTotal | null {
  const { tally, claim, count, groups, groupsBeyond } = summary;
  if (tally) return { tally };
  if (resource !== 'bucket' || groupsBeyond > 0) return null;
  return {
    tally: { groups: [{ code: null, name: null, word: null, count }], claim: boundedClaim(claim) },
    bytes: sumOver(groups, 'bytes'),
    objects: sumOver(groups, 'objects'),
  };
}

function sumOver(groups: readonly Group[], field: string): WrittenSum {
  const sums = groups.flatMap((group) => group.sums[field] ?? []);
  return writtenSum({
    total: sumIntegers(sums.map(({ total }) => total)),
    missing: sums.reduce((all, { missing }) => all + missing, 0),
  });
}
