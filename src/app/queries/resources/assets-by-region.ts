/** Assets by region, from one request per region. The asset records themselves do not contain a region. */

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
  /** Whether the service ignores the `region` parameter, so that no assets are known by region. */
  readonly ignored: boolean;
  /** Codes of the regions that are requested (`codes`), and of those beyond the request limit (`beyond`). */
  readonly codes: readonly string[];
  readonly beyond: readonly string[];
  readonly slices: ReadonlyMap<string, Slice<Asset>>;
  /** The responses of all regions as one source. It is as old as the oldest response. */
  readonly source: Source<Page<Asset>>;
}

/**
 * Requests the assets of every region while the calling component is mounted. Returns `null` before the list
 * of all assets is read.
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
