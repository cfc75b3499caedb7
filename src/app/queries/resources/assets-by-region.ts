/** Assets from the requests per region. The asset records themselves name no region. */

import type { Deployment } from '#contract/host.ts';
import type { Asset } from '#contract/resources.ts';
import type { Slice } from '#domain/lists/planner/knowledge.ts';
import { requestableCodes } from '#domain/lists/planner/knowledge.ts';
import { feedOfSlices, isListFeed } from '#domain/lists/planner/list-feed.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { slicesWithin } from '#domain/lists/planner/plan.ts';
import { type Source, useFeed } from '../source.ts';
import { useEachRegionsAssets } from '../wanted-lists.ts';
import { assetsQuery, useAssets } from './assets.ts';

export interface AssetsByRegion {
  /** Whether the service ignored the region parameter, so that nothing is known by region. */
  readonly ignored: boolean;
  /** Regions that are requested, and those beyond the request limit. */
  readonly codes: readonly string[];
  readonly beyond: readonly string[];
  readonly slices: ReadonlyMap<string, Slice<Asset>>;
  /** All responses as one, as old as the oldest. */
  readonly source: Source<Page<Asset>>;
}

/**
 * Requests the assets of every region while the calling component is mounted; `null` before the list itself is
 * read.
 */
export function useAssetsByRegion(deployment: Deployment): AssetsByRegion | null {
  useEachRegionsAssets(deployment);
  return useAssetsByRegionAtHand(deployment);
}

export function useAssetsByRegionAtHand(deployment: Deployment): AssetsByRegion | null {
  const { path, availability } = useAssets(deployment);
  const feed = useFeed(assetsQuery(deployment, path));
  if (!isListFeed<Asset>(feed) || !feed.answer) return null;
  const { knowledge, task } = feed;
  const { within, beyond } = slicesWithin(knowledge, task);
  return {
    ignored: knowledge.strategy.filter === 'ignored' && requestableCodes(knowledge, task).length > 0,
    codes: within,
    beyond,
    slices: knowledge.regions,
    source: { path, availability, feed: feedOfSlices([...knowledge.regions.values()]) },
  };
}
