import { useMemo } from 'react';
import type { Deployment } from '#contract/host.ts';
import type { Bucket, Node } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import { joinInventory, type RegionRow, regionRowsListing } from '#domain/regions/region-rows.ts';
import { useBuckets } from '../resources/buckets.ts';
import { useNodes } from '../resources/nodes.ts';
import type { Source } from '../source.ts';
import { useAnswered } from '../use-listing-answer.ts';
import type { RegionLists } from './use-region-lists.ts';

export interface RegionInventory {
  readonly lists: RegionLists;
  readonly nodes: Source<Listing<Node>>;
  readonly buckets: Source<Listing<Bucket>>;
  /** `null` before the first region list is read. */
  readonly listing: Listing<RegionRow> | null;
}

/** The regions of these lists joined with the nodes and buckets of their deployment. */
export function useInventory(deployment: Deployment, lists: RegionLists): RegionInventory {
  const nodes = useNodes(deployment);
  const buckets = useBuckets(deployment);
  const nodeGroups = useAnswered(nodes.feed.answer?.value ?? null, 'regions', (list) =>
    list.group({}, ['pop'], ['advertised']),
  );
  const bucketGroups = useAnswered(buckets.feed.answer?.value ?? null, 'regions', (list) =>
    list.group({}, ['region'], ['objects', 'bytes']),
  );
  const { words } = deployment;
  const allNodes = nodes.feed.answer?.value.claim.kind === 'exact';
  const allBuckets = buckets.feed.answer?.value.claim.kind === 'exact';
  const { claim, preferred } = lists;
  const [first, second] = lists.read;
  // A listing answers anew whenever it is another one, so it must stay the same while its rows do.
  const listing = useMemo(() => {
    if (!first) return null;
    const read = second ? [first, second] : [first];
    const rows = joinInventory(
      { lists: read, nodes: nodeGroups ?? null, buckets: bucketGroups ?? null, allNodes, allBuckets },
      words,
    );
    return regionRowsListing(rows, claim, { ...noLookups, words });
  }, [first, second, nodeGroups, bucketGroups, allNodes, allBuckets, words, claim]);
  // The total is that of the preferred list; until it is read there is none.
  return { lists, nodes, buckets, listing: preferred.feed.answer ? listing : null };
}
