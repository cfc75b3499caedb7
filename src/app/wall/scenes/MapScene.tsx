import { plural } from '../../../domain/format.ts';
import type { Listing } from '../../../domain/listing.ts';
import { placeRegions } from '../../../domain/places/place-regions.ts';
import { countBySeverity, severityName } from '../../../domain/severity.ts';
import { Claimed } from '../../components/Count.tsx';
import { FreshnessMark } from '../../components/FreshnessMark.tsx';
import { Vouched } from '../../components/vouching.tsx';
import { EuropeInset, placesOfEurope } from '../../map/EuropeInset.tsx';
import { claimOfSource, mapPlaceOf, offeredMeasures, sizeOf } from '../../map/region-places.ts';
import { useGazetteer } from '../../map/use-gazetteer.ts';
import { WorldMap } from '../../map/WorldMap.tsx';
import type { RegionRow } from '../../pages/deployment/regions/inventory.ts';
import { useInventoryOf } from '../../pages/deployment/regions/use-inventory.ts';
import { usePreferredRegionList } from '../../pages/deployment/regions/use-region-lists.ts';
import { useAnswered } from '../../queries/answered.ts';
import { useRegions } from '../../queries/regions.ts';
import type { SceneProps } from '../context.ts';

/** Size of the map's smallest words at a desk, CSS pixels: on the wall they are the floor, 32 units. */
const smallestWords = 11;
/** Europe beside the world, units. */
const side = { width: 520, height: 560, gap: 32 } as const;

async function allRows(listing: Listing<RegionRow>): Promise<readonly RegionRow[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

/** Where the regions stand and how they are; what no gazetteer knows is counted. */
export function MapScene({ deployment, unit, room }: SceneProps) {
  const { places = {} } = deployment;
  const { feed } = useRegions(deployment);
  const { listing, nodes, buckets } = useInventoryOf(deployment, usePreferredRegionList(deployment));
  const gazetteer = useGazetteer();
  const rows = useAnswered(listing, 'all', allRows);
  if (!listing || !rows || !gazetteer) return <div className="wall-scene" data-freshness="waiting" />;
  const { placed, unplaced } = placeRegions(rows, places, gazetteer);
  const claims = { nodes: claimOfSource(nodes), buckets: claimOfSource(buckets) };
  const [measure] = offeredMeasures(claims);
  const marks = placed.map((each) =>
    mapPlaceOf(each, deployment, measure && sizeOf(each.region, measure, claims)),
  );
  const europe = room.isPortrait ? [] : placesOfEurope(marks);
  const [width, height] = [room.width - 144, room.height - 390];
  const factor = (32 * unit) / smallestWords;
  const counts = countBySeverity(marks.map(({ state }) => state));
  return (
    <Vouched feeds={[feed]} className="wall-scene">
      <div className="flex min-h-0 flex-1 items-center overflow-hidden" style={{ gap: side.gap * unit }}>
        <div className="min-w-0 flex-1">
          <WorldMap
            places={marks}
            label="Map of the regions"
            ratio={height / (width - (europe.length > 0 ? side.width + side.gap : 0))}
            interactive={false}
            factor={factor}
          />
        </div>
        {europe.length > 0 && (
          <EuropeInset places={europe} width={side.width * unit} height={side.height * unit} factor={factor} />
        )}
      </div>
      <p className="wall-component wall-line">
        <Claimed claim={listing.claim}>{plural(listing.count, 'region')}</Claimed>
        <span className="text-text-2">
          : {[...counts].map(([severity, count]) => `${count} ${severityName[severity]}`).join(', ')}
          {unplaced.length > 0 && `, ${unplaced.length} not on the map`}.{' '}
          <FreshnessMark feeds={[feed]} words="few" />
        </span>
      </p>
    </Vouched>
  );
}
