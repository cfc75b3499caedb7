/** Region lists of both API versions, which the region pages compare. */

import type { EndpointPath, Version } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Region } from '#contract/resources.ts';
import { availabilityOf } from '#domain/answer/answer.ts';
import { type Claim, exact, weakestClaim } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { RegionList } from '#domain/regions/compare-regions.ts';
import { regionsQuery, useRegions } from '../resources/regions.ts';
import { type Source, useFeed } from '../source.ts';
import { useListingResult } from '../use-listing-result.ts';

export interface RegionLists {
  /** The list of v2 if it is offered, else of v1. Its count is the total. */
  readonly preferred: Source<Listing<Region>>;
  /** The lists of the offered versions, the preferred one first. */
  readonly offered: readonly { readonly version: Version; readonly source: Source<Listing<Region>> }[];
  /** The lists that have been read, the preferred one first. */
  readonly read: readonly RegionList[];
  readonly claim: Claim;
}

async function readRegions(list: Listing<Region>, version: Version): Promise<RegionList> {
  const rows = await list.rows({});
  return { version, regions: await rows.slice(0, rows.count), complete: list.claim.kind === 'exact' };
}

function useVersion(deployment: Deployment, version: Version, path: EndpointPath) {
  const feed = useFeed(regionsQuery(deployment, path));
  const read = useListingResult(
    feed.answer?.value ?? null,
    'all',
    (list) => readRegions(list, version),
    'when asked',
  );
  const source: Source<Listing<Region>> = { path, feed, availability: availabilityOf(feed) };
  return { version, source, read };
}

/** Reads the region list of the preferred version only, for the status page. */
export function usePreferredRegionList(deployment: Deployment): RegionLists {
  const preferred = useRegions(deployment);
  const version: Version = preferred.path.startsWith('/api/v1/') ? 'v1' : 'v2';
  const listing = preferred.feed.answer?.value ?? null;
  const read = useListingResult(listing, version, (list) => readRegions(list, version));
  return {
    preferred,
    offered: preferred.availability === 'not-offered' ? [] : [{ version, source: preferred }],
    read: read ? [read] : [],
    claim: listing?.claim ?? exact,
  };
}

export function useRegionLists(deployment: Deployment): RegionLists {
  const v2 = useVersion(deployment, 'v2', '/api/v2/regions');
  const v1 = useVersion(deployment, 'v1', '/api/v1/regions');
  const offered = [v2, v1].filter(({ source }) => source.availability !== 'not-offered');
  const claims = offered.map(({ source }) => source.feed.answer?.value.claim ?? exact);
  return {
    preferred: (offered[0] ?? v1).source,
    offered,
    read: offered.flatMap(({ read }) => (read ? [read] : [])),
    claim: weakestClaim(claims),
  };
}
