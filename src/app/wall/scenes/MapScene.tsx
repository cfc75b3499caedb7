import { formatDuration, formatExact, plural } from '../../../domain/format.ts';
import type { Listing } from '../../../domain/listing.ts';
import { placeRegions } from '../../../domain/places/place-regions.ts';
import { isGood, isPlainlyGood, severityName } from '../../../domain/severity.ts';
import { useTimed } from '../../clock.ts';
import { Claimed } from '../../components/Count.tsx';
import { FreshnessMark } from '../../components/FreshnessMark.tsx';
import { Vouched } from '../../components/vouching.tsx';
import { claimOfSource, mapPlaceOf, offeredMeasures, sizeOf } from '../../map/region-places.ts';
import { useGazetteer } from '../../map/use-gazetteer.ts';
import { WallMap } from '../../map/WallMap.tsx';
import type { RegionRow } from '../../pages/deployment/regions/inventory.ts';
import { useInventoryOf } from '../../pages/deployment/regions/use-inventory.ts';
import { usePreferredRegionList } from '../../pages/deployment/regions/use-region-lists.ts';
import { useAnswered } from '../../queries/answered.ts';
import { useRegions } from '../../queries/regions.ts';
import { useSession } from '../../session/store.ts';
import type { SceneProps } from '../context.ts';

const minute = 60_000;
/** Minutes in which the night moves on by little more than a degree. */
const nightMinutes = 5;

async function allRows(listing: Listing<RegionRow>): Promise<readonly RegionRow[]> {
  const rows = await listing.rows({});
  return rows.slice(0, rows.count);
}

/** Where places may stand, units: the map itself goes on behind what stands at the top and at the foot. */
function frameOf({ width, height, isPortrait }: SceneProps['room']) {
  const isLow = height < 600;
  const foot = isLow ? 110 : isPortrait ? 220 : 160;
  return { left: 72, right: width - 72, top: isLow ? 90 : 180, bottom: height - foot };
}

/** Since when this session knows of the state that regions are in: code → moment, where it saw the change. */
function useChangedAt(slug: string): ReadonlyMap<string, number> {
  const { changes } = useSession(slug);
  // The newest come first, and the last entry of a key stands.
  return new Map(
    changes
      .filter(({ subject, kind }) => subject === 'region' && kind === 'state')
      .toReversed()
      .map(({ id, at }) => [id, at]),
  );
}

/** Where the regions stand and how they are; what no gazetteer knows is counted. */
export function MapScene({ deployment, settings, room }: SceneProps) {
  const { places = {} } = deployment;
  const { feed } = useRegions(deployment);
  const { listing, nodes, buckets } = useInventoryOf(deployment, usePreferredRegionList(deployment));
  const gazetteer = useGazetteer();
  const rows = useAnswered(listing, 'all', allRows);
  const changedAt = useChangedAt(deployment.slug);
  const time = useTimed((now) => Math.floor(now / minute) * minute);
  if (!listing || !rows || !gazetteer) return <div className="wall-scene" data-freshness="waiting" />;
  const { placed, unplaced } = placeRegions(rows, places, gazetteer);
  const claims = { nodes: claimOfSource(nodes), buckets: claimOfSource(buckets) };
  const [measure] = offeredMeasures(claims);
  const marks = placed.map((each) =>
    mapPlaceOf(each, deployment, measure && sizeOf(each.region, measure, claims)),
  );
  const good = marks.map(({ state }) => state.severity).filter(isGood);
  const counts = [
    `${formatExact(good.length)} ${isPlainlyGood(good) ? severityName.ok : 'good, some of them assumed'}`,
    ...(good.length < marks.length ? [`${formatExact(marks.length - good.length)} not`] : []),
    ...(unplaced.length > 0 ? [`${formatExact(unplaced.length)} not on the map`] : []),
  ];
  return (
    <Vouched feeds={[feed]} className="wall-scene">
      <WallMap
        places={marks}
        told={({ code, state }) => {
          const at = changedAt.get(code);
          return at === undefined || time - at < minute
            ? state.label
            : `${state.label}, ${formatDuration(time - at)}`;
        }}
        room={room}
        frame={frameOf(room)}
        time={time - (time % (nightMinutes * minute))}
      />
      <p className="wall-component mt-auto line-clamp-2">
        <Claimed claim={listing.claim}>{plural(listing.count, 'region')}</Claimed>
        <span className="text-text-2">
          : {counts.join(', ')}. <FreshnessMark feeds={[feed]} words="few" zone={settings.zone} />
        </span>
      </p>
    </Vouched>
  );
}
