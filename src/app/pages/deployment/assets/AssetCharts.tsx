import type { Band } from '#app/charts/charts-over.tsx';
import { FoldedCharts } from '#app/charts/FoldedCharts.tsx';
import { Room } from '#app/charts/Room.tsx';
import type { ListView } from '#app/table/use-list-page.ts';
import type { Asset } from '#contract/resources.ts';
import type { cacheColours } from '#domain/figures/cache-shares.ts';
import type { Group } from '#domain/lists/listing.ts';
import { CacheByRegion } from './CacheByRegion.tsx';
import { CompareRegions, useCacheMap } from './CacheMap.tsx';
import { CacheStatus, CacheStatusInBand } from './CacheStatus.tsx';
import { Segments, SegmentsInBand } from './Segments.tsx';

export interface AssetChartsProps {
  readonly list: ListView<Asset>;
  /** Number and bytes of the assets by cache word (value of `cache_status`). */
  readonly groups: readonly Group[];
  readonly colours: ReturnType<typeof cacheColours>;
}

export default function AssetCharts({ columns, list, groups, colours }: AssetChartsProps & Band) {
  const [isMapOpen, toggle] = useCacheMap('-my-1 py-1 text-text underline underline-offset-3');
  return (
    <FoldedCharts
      columns={columns}
      band={
        <>
          <CacheByRegion
            list={list}
            colours={colours}
            toggle={!isMapOpen && toggle}
            otherwise={<CompareRegions list={list} inBand />}
          />
          <CacheStatusInBand list={list} groups={groups} colours={colours} />
          <SegmentsInBand list={list} />
        </>
      }
    >
      <div className="grid gap-y-8">
        <CompareRegions list={list} />
        <Room desk={124} phone={242}>
          <CacheStatus list={list} groups={groups} colours={colours} />
        </Room>
        <Room desk={326}>
          <Segments list={list} colours={colours} />
        </Room>
      </div>
    </FoldedCharts>
  );
}
