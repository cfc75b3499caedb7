import { Link } from 'react-router';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { EmptyState, NotOffered, Panel, Skeleton } from '#app/components/freshness/Panel.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { mapPlaceOf } from '#app/map/layout/region-places.ts';
import { RingMap } from '#app/map/RingMap.tsx';
import { useGazetteer } from '#app/map/use-gazetteer.ts';
import { useRegionsByNodes } from '#app/observe/verdicts/verdicts.ts';
import { useLookups } from '#app/queries/lookups.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import { type Surroundings, surroundingsOf } from '#domain/regions/nearest-regions.ts';
import { formatLocalTime } from '#domain/regions/places/local-time.ts';
import { placeRegions } from '#domain/regions/places/place-regions.ts';
import { regionState } from '#domain/severity/region-state.ts';

type Region = ReturnType<typeof useLookups>['places'] extends ReadonlyMap<string, infer R> ? R : never;

const shown = 5;

export default function Place({ deployment, node }: { readonly deployment: Deployment; readonly node: Node }) {
  const source = useRegions(deployment);
  const { places } = useLookups(deployment);
  const gazetteer = useGazetteer([...places.values()]);
  const { pop } = node;
  const region = places.get(pop ?? '');
  const placed = gazetteer && placeRegions([...places.values()], deployment.places ?? {}, gazetteer).placed;
  const surroundings = placed && surroundingsOf(placed, pop ?? '', shown);
  return (
    <Panel
      title="Place"
      note="its region and the nearest"
      sources={[source]}
      className="[--room:23.75rem] max-md:[--room:19.25rem]"
    >
      {source.availability === 'not-offered' ? (
        <NotOffered path={source.path} />
      ) : pop === null || pop === '' ? (
        <EmptyState>The node names no region, so its place is unknown.</EmptyState>
      ) : places.size === 0 && source.feed.answer?.value.count !== 0 ? (
        <Skeleton />
      ) : places.size === 0 ? (
        <EmptyState>No region is listed, so its place is unknown.</EmptyState>
      ) : !region ? (
        <EmptyState>Its region is not in the region list, so its place is unknown.</EmptyState>
      ) : gazetteer === null ? (
        <Skeleton />
      ) : (
        <>
          {surroundings ? (
            <Near surroundings={surroundings} deployment={deployment} />
          ) : (
            <EmptyState>
              {region.name === null
                ? 'The region list gives no city, so it is not on the map.'
                : 'The city is not in the gazetteer, so it is not on the map. The configuration can place it.'}
            </EmptyState>
          )}
          <Row
            deployment={deployment}
            region={region}
            timeZone={surroundings?.here.location.timeZone ?? null}
          />
        </>
      )}
    </Panel>
  );
}

function Near({
  surroundings: { here, near },
  deployment,
}: {
  readonly surroundings: Surroundings<Region>;
  readonly deployment: Deployment;
}) {
  const { doubt } = here.location;
  const byNodes = useRegionsByNodes(deployment);
  return (
    <>
      <RingMap
        here={mapPlaceOf(here, deployment, byNodes)}
        near={near.map((each) => ({ ...mapPlaceOf(each, deployment, byNodes), kilometres: each.kilometres }))}
        ratio={0.6}
      />
      <p className="caption border-b border-line pt-1.5 pb-1">
        {doubt !== null && `Its place is uncertain: ${doubt}. `}
        City positions: GeoNames, CC BY 4.0. Land: Natural Earth.
      </p>
    </>
  );
}

/**
 * Line about the region of the node: state, link and local time. The state of the region may differ from that
 * of the node.
 */
function Row({
  deployment,
  region,
  timeZone,
}: {
  readonly deployment: Deployment;
  readonly region: Region;
  readonly timeZone: string | null;
}) {
  const { slug, words } = deployment;
  const state = regionState(region, words, useRegionsByNodes(deployment));
  const local = useHostTimed((now) => (timeZone === null ? null : formatLocalTime(now, timeZone)));
  return (
    <p className="one-line flex items-center gap-x-2.5 border-b border-line py-1.5">
      <StatusGlyph severity={state.severity} size={10} />
      <Link to={paths.region(slug, region.code)} className="link min-w-0 truncate font-[540]">
        {region.name !== null && <Verbatim>{region.name}</Verbatim>}{' '}
        <span className="text-text-2">
          <RegionCode code={region.code} />
        </span>
      </Link>
      <StatusWord state={state} className="max-w-48 shrink-0 truncate" />
      {local !== null && <span className="ml-auto shrink-0 text-text-2">local {local}</span>}
    </p>
  );
}
