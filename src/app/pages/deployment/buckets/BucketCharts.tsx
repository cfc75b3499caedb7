import type { Band } from '#app/charts/charts-over.tsx';
import { FoldedCharts } from '#app/charts/FoldedCharts.tsx';
import { Room } from '#app/charts/Room.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import type { Bucket } from '#contract/resources.ts';
import { BucketGrowth, StoredInBand } from './Growth.tsx';
import { StoredByRegion, StoredByZone } from './StoredByRegion.tsx';
import { ObjectsAgainstBytes } from './scatter/ObjectsAgainstBytes.tsx';
import { BucketSizes, SizesInBand } from './sizes/BucketSizes.tsx';

const plotHeight = 306;

export interface BucketChartsProps {
  readonly list: ListView<Bucket>;
  /** Names that more than one bucket has. The ids of these buckets are shown too. */
  readonly repeated: ReadonlySet<string>;
}

export default function BucketCharts({ columns, list, repeated }: BucketChartsProps & Band) {
  const isRecorded = keepsListsOf(list.deployment);
  return (
    <FoldedCharts
      columns={isRecorded ? 'lg:grid-cols-[minmax(0,1fr)_19rem_22rem]' : columns}
      band={
        <>
          <StoredByZone list={list} />
          <SizesInBand list={list} />
          {isRecorded && <StoredInBand list={list} repeated={repeated} />}
        </>
      }
    >
      <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-[27fr_32fr_32fr]">
        <Room desk={378}>
          <StoredByRegion list={list} />
        </Room>
        <BucketSizes list={list} height={plotHeight} />
        <ObjectsAgainstBytes list={list} repeated={repeated} height={plotHeight} />
      </div>
      {isRecorded && (
        <Room desk={190} className="pt-6">
          <BucketGrowth list={list} repeated={repeated} />
        </Room>
      )}
    </FoldedCharts>
  );
}
