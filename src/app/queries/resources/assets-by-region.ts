/** The answers to the requests for each region's assets: their records name none. */

import type { Deployment } from '#contract/host.ts';
import type { Asset } from '#contract/resources.ts';
import type { Slice } from '#domain/lists/planner/knowledge.ts';
import { askableCodes } from '#domain/lists/planner/knowledge.ts';
import { feedOfSlices, isListFeed } from '#domain/lists/planner/list-feed.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { slicesWithin } from '#domain/lists/planner/plan.ts';
import { type Source, useFeed } from '../source.ts';
import { useEachRegionsAssets } from '../wanted-lists.ts';
import { assetsQuery, useAssets } from './assets.ts';

export interface AssetsByRegion {
  /** Whether every region was answered with the same, so that nothing can be said by region. */
  readonly ignored: boolean;
  /** Regions that are asked, and those beyond the bounds. */
  readonly codes: readonly string[];
  readonly beyond: readonly string[];
  readonly slices: ReadonlyMap<string, Slice<Asset>>;
  /** All answers as one: as fresh as the oldest. */
  readonly source: Source<Page<Asset>>;
}

/** Has every region asked for as long as it is shown; `null` before the list itself was answered. */
export function useAssetsByRegion(deployment: Deployment): AssetsByRegion | null {
  useEachRegionsAssets(deployment);
  return useAssetsByRegionAtHand(deployment);
}

/** What was asked of the regions for any reason; asks for nothing itself. */
export function useAssetsByRegionAtHand(deployment: Deployment): AssetsByRegion | null {
  const { path, availability } = useAssets(deployment);
  const feed = useFeed(assetsQuery(deployment, path));
  if (!isListFeed<Asset>(feed) || !feed.answer) return null;
  const { knowledge, task } = feed;
  const { within, beyond } = slicesWithin(knowledge, task);
  return {
    ignored: knowledge.strategy.filter === 'ignored' && askableCodes(knowledge, task).length > 0,
    codes: within,
    beyond,
    slices: knowledge.regions,
    source: { path, availability, feed: feedOfSlices([...knowledge.regions.values()]) },
  };
}
