import { useMemo } from 'react';
import type { Deployment } from '#contract/host.ts';
import type { Bucket, Node } from '#contract/resources.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import { joinInventory, type RegionRow, regionRowsListing } from '#domain/regions/region-rows.ts';
import type { RegionsByNodes } from '#domain/severity/region-state.ts';
import { isGrowing } from '../lists.ts';
import { useBuckets } from '../resources/buckets.ts';
import { useNodes } from '../resources/nodes.ts';
import type { Source } from '../source.ts';
import { useListingResult } from '../use-listing-result.ts';
import type { RegionLists } from './use-region-lists.ts';

export interface RegionInventory {
  readonly lists: RegionLists;
  readonly nodes: Source<Listing<Node>>;
  readonly buckets: Source<Listing<Bucket>>;
  /** The regions with their nodes and buckets; `null` before the first region list is read. */
  readonly listing: Listing<RegionRow> | null;
  /**
   * Whether the list that ranks the regions is complete: nodes, else buckets. Until then the order may
   * change.
   */
  readonly isRanked: boolean;
}

function isIn(groups: readonly Group[] | undefined, { feed }: Source<unknown>): boolean {
  return groups !== undefined || feed.answer === null;
}

export function useInventory(
  deployment: Deployment,
  lists: RegionLists,
  byNodes: RegionsByNodes,
): RegionInventory {
  const nodes = useNodes(deployment);
  const buckets = useBuckets(deployment);
  const nodeGroups = useListingResult(nodes.feed.answer?.value ?? null, 'regions', (list) =>
    list.group({}, ['pop'], ['advertised']),
  );
  const bucketGroups = useListingResult(buckets.feed.answer?.value ?? null, 'regions', (list) =>
    list.group({}, ['region'], ['objects', 'bytes']),
  );
  const { words, slug } = deployment;
  const isPast = momentOf(slug) !== null;
  const allNodes = nodes.feed.answer?.value.claim.kind === 'exact';
  const allBuckets = buckets.feed.answer?.value.claim.kind === 'exact';
  const { claim, preferred } = lists;
  const [first, second] = lists.read;
  // The listing stays the same object while its rows do, because each new listing runs all queries again.
  const listing = useMemo(() => {
    if (!first) return null;
    const read = second ? [first, second] : [first];
    const known = joinInventory(
      { lists: read, nodes: nodeGroups ?? null, buckets: bucketGroups ?? null, allNodes, allBuckets },
      words,
    );
    // The history has sizes of buckets once a day only.
    const rows = isPast ? known.map((row) => ({ ...row, objects: null, bytes: null })) : known;
    return regionRowsListing(rows, claim, { ...noLookups, words, byNodes });
  }, [first, second, nodeGroups, bucketGroups, allNodes, allBuckets, words, byNodes, claim, isPast]);
  const isRanked =
    nodes.availability === 'not-offered'
      ? isIn(bucketGroups, buckets) && !isGrowing(deployment, 'bucket', buckets)
      : isIn(nodeGroups, nodes) && !isGrowing(deployment, 'node', nodes);
  // The total is the count of the preferred list, so there is no listing before that list is read.
  return { lists, nodes, buckets, listing: preferred.feed.answer ? listing : null, isRanked };
}
