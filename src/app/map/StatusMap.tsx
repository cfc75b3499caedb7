import { useState } from 'react';
import type { Deployment } from '#contract/host.ts';
import { useRegionsByNodes } from '../observe/verdicts/verdicts.ts';
import { usePreferredRegionList } from '../queries/regions/use-region-lists.ts';
import { useInventory } from '../queries/regions/use-region-rows.ts';
import { claimOfSource } from './layout/region-places.ts';
import { RegionMap } from './RegionMap.tsx';

const ratio = 0.52;

export default function StatusMap({ deployment }: { readonly deployment: Deployment }) {
  const { listing, nodes, buckets } = useInventory(
    deployment,
    usePreferredRegionList(deployment),
    useRegionsByNodes(deployment),
  );
  const [highlighted, setHighlighted] = useState<string | null>(null);
  if (!listing) return <div style={{ aspectRatio: 1 / ratio }} aria-hidden="true" />;
  const claims = { nodes: claimOfSource(nodes), buckets: claimOfSource(buckets) };
  return (
    <RegionMap
      deployment={deployment}
      listing={listing}
      claims={claims}
      ratio={ratio}
      highlighted={highlighted}
      onHighlight={setHighlighted}
    />
  );
}
