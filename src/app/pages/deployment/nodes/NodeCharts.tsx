import type { Band } from '#app/charts/charts-over.tsx';
import { FoldedCharts } from '#app/charts/FoldedCharts.tsx';
import { Room } from '#app/charts/Room.tsx';
import type { Source } from '#app/queries/source.ts';
import type { ListView } from '#app/table/use-list-page.ts';
import type { Node, Region } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { AdvertisedClasses, ClassShares } from './AdvertisedClasses.tsx';
import { ByRegion, NodesByRegion } from './ByRegion.tsx';
import { ConfirmedCapacity } from './ConfirmedCapacity.tsx';
import { States, StatesInBand } from './States.tsx';

export interface NodeChartsProps {
  readonly list: ListView<Node>;
  readonly regions: Source<Listing<Region>>;
}

export default function NodeCharts({ columns, list, regions }: NodeChartsProps & Band) {
  return (
    <FoldedCharts
      columns={columns}
      band={
        <>
          <NodesByRegion list={list} regions={regions} />
          <ClassShares list={list} />
          <StatesInBand list={list} />
        </>
      }
    >
      <div className="grid gap-x-9 gap-y-7 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_15rem_13rem]">
        <Room desk={384} phone={410} className="max-md:order-2 md:max-lg:col-span-2">
          <ByRegion list={list} regions={regions} />
        </Room>
        <Room desk={250} phone={234} className="max-md:order-3">
          <AdvertisedClasses list={list} />
        </Room>
        <div className="grid min-w-0 content-start gap-y-6 max-md:order-1">
          <Room desk={59} phone={77}>
            <States list={list} />
          </Room>
          <Room desk={123}>
            <ConfirmedCapacity list={list} />
          </Room>
        </div>
      </div>
    </FoldedCharts>
  );
}
