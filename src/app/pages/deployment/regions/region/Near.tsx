import { Link } from 'react-router';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useSurroundingFreshness } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState, Skeleton } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { mapPlaceOf } from '#app/map/layout/region-places.ts';
import { RingMap } from '#app/map/RingMap.tsx';
import { useGazetteer } from '#app/map/use-gazetteer.ts';
import { useRegionsByNodes } from '#app/observe/verdicts/verdicts.ts';
import { useJoined } from '#app/queries/lookups.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import { capacitiesOf } from '#domain/figures/node-states.ts';
import { type Claim, claimOfSum, weakestClaim } from '#domain/lists/claim.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { type NearRegion, type Surroundings, surroundingsOf } from '#domain/regions/nearest-regions.ts';
import { placeRegions } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatCapacity } from '#domain/text/format-figures.ts';
import type { RegionDetails, RegionProps } from './use-region.ts';

const shown = 5;

/** Shows the nearest regions with distance, state and confirmed capacity, on a map and as a list. */
export default function Near({ deployment, details }: RegionProps) {
  const { lists, rows, code } = details;
  const gazetteer = useGazetteer(rows);
  const listing = useJoined(useNodes(deployment), details.lookups);
  if (!gazetteer || (!details.region && details.isReading)) return <Skeleton />;
  const surroundings = surroundingsOf(
    placeRegions(rows, deployment.places ?? {}, gazetteer).placed,
    code,
    shown,
  );
  if (!surroundings) return <EmptyState>{whyNowhere(details)}</EmptyState>;
  return <Placed surroundings={surroundings} deployment={deployment} listing={listing} claim={lists.claim} />;
}

function whyNowhere({ region }: RegionDetails): string {
  if (!region) return 'No region list names this code, so its place is unknown.';
  if (region.name === null) return 'The region list gives no city, so its place is unknown.';
  return 'The city is not in the gazetteer, so this region is not on the map. The configuration can place it.';
}

function Placed({
  surroundings: { here, near },
  deployment,
  listing,
  claim,
}: {
  readonly surroundings: Surroundings<RegionRow>;
  readonly deployment: Deployment;
  readonly listing: Listing<Node> | null;
  readonly claim: Claim;
}) {
  const byNodes = useRegionsByNodes(deployment);
  const groups = useListingResult(listing, 'capacity by region', (list) =>
    list.group({}, ['pop', 'severity'], ['advertised']),
  );
  if (near.length === 0) return <EmptyState>No other region is on the map.</EmptyState>;
  const { lat, lon, doubt } = here.location;
  const placeOf = (each: NearRegion<RegionRow>) => mapPlaceOf(each, deployment, byNodes);
  const { state } = mapPlaceOf(here, deployment, byNodes);
  return (
    <>
      <RingMap
        here={{ lat, lon, code: here.code, name: here.region.name, state }}
        near={near.map((each) => ({ ...placeOf(each), kilometres: each.kilometres }))}
      />
      <ol aria-label="Nearest regions" className="one-line m-0 list-none border-t border-line p-0">
        {near.map((each) => (
          <NearRow
            key={each.code}
            near={each}
            severity={placeOf(each).state.severity}
            slug={deployment.slug}
            groups={groups}
            claim={listing && weakestClaim([claim, listing.claim])}
          />
        ))}
      </ol>
      <p className="caption pt-1.5">
        {doubt !== null && `Its own place is uncertain: ${doubt}. `}
        {listing && 'Capacity is what good nodes advertise; how much of it is in use is not in the API. '}
        City positions: GeoNames, CC BY 4.0. Land: Natural Earth.
      </p>
    </>
  );
}

function NearRow({
  near: { region, code, kilometres, location },
  severity,
  slug,
  groups,
  claim,
}: {
  readonly near: NearRegion<RegionRow>;
  readonly severity: Severity;
  readonly slug: string;
  readonly groups: readonly Group[] | undefined;
  /** Claim of the capacity; `null` if the deployment offers no nodes, or before they are read. */
  readonly claim: Claim | null;
}) {
  const freshness = useSurroundingFreshness();
  const own = (groups ?? []).filter((group) => group.key[0] === code);
  // `capacitiesOf` expects the severity as first key.
  const { advertised, confirmed } = capacitiesOf(
    own.map((group) => ({ ...group, key: group.key.slice(1) })),
    freshness,
  );
  return (
    <li className="grid grid-cols-[0.75rem_3.25rem_1fr_auto_5rem] items-center gap-x-2 border-b border-line py-1">
      <StatusGlyph severity={severity} size={10} />
      <span className="truncate">
        <RegionCode code={code} />
      </span>
      <span
        className="truncate"
        title={location.doubt === null ? undefined : `Place uncertain: ${location.doubt}`}
      >
        <Link to={paths.region(slug, code)} className="link">
          {region.name === null ? 'not provided' : <Verbatim>{region.name}</Verbatim>}
        </Link>
      </span>
      <span className="text-text-2">
        {groups && claim && (
          <>
            <Claimed claim={claimOfSum(claim, advertised)}>{formatCapacity(confirmed)}</Claimed> vouched
          </>
        )}
      </span>
      <span className="text-right font-[560]">{formatExact(Math.round(kilometres))} km</span>
    </li>
  );
}
