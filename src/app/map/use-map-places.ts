import { useMemo } from 'react';
import type { Deployment } from '#contract/host.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';
import type { Listing, Question } from '#domain/lists/listing.ts';
import type { Since, SinceOf } from '#domain/lists/lookups.ts';
import type { MeasureClaims } from '#domain/regions/measures.ts';
import { type PlacedRegions, placeRegions } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { isGood } from '#domain/severity/severity.ts';
import { useRegionsByNodes } from '../observe/verdicts/verdicts.ts';
import { useListingResult } from '../queries/use-listing-result.ts';
import { hostNow } from '../ui/time/clock.ts';
import { placesOfEurope } from './EuropeInset.tsx';
import type { MapPlace } from './layout/layout.ts';
import { mapPlaceOf, sizeOf } from './layout/region-places.ts';
import { useGazetteer } from './use-gazetteer.ts';
import { useMeasure } from './view/use-measure.ts';

export interface MapPlacesProps {
  readonly deployment: Deployment;
  readonly listing: Listing<RegionRow>;
  /** Query (filter and sort) of the table beside the map. */
  readonly question?: Question;
  readonly claims: MeasureClaims;
  readonly since?: Since | undefined;
}

interface MapPlaces extends PlacedRegions<RegionRow> {
  readonly marks: readonly MapPlace[];
  /** The marks that the map of Europe also shows. */
  readonly europe: readonly MapPlace[];
}

const none: Question = {};
const nowhere: readonly RegionRow[] = [];

async function rowsOf(listing: Listing<RegionRow>, question: Question): Promise<readonly RegionRow[]> {
  const rows = await listing.rows(question);
  return rows.slice(0, rows.count);
}

export function useMapPlaces({
  deployment,
  listing,
  question = none,
  claims,
  since,
}: MapPlacesProps): MapPlaces | undefined {
  // The claims are stored with the rows, because they belong to the same lists. The next lists may be
  // complete.
  const answered = useListingResult(listing, JSON.stringify(question), async (list) => ({
    rows: await rowsOf(list, question),
    claims,
  }));
  const gazetteer = useGazetteer(answered?.rows ?? nowhere);
  const { measure } = useMeasure(claims);
  const byNodes = useRegionsByNodes(deployment);
  // The result stays the same object until its inputs change. The layout of a map takes milliseconds, and
  // each mark under the pointer renders the map.
  return useMemo(() => {
    if (!gazetteer || !answered) return undefined;
    const { placed, unplaced } = placeRegions(answered.rows, deployment.places ?? {}, gazetteer);
    const marks = placed.map((each) => {
      const place = mapPlaceOf(
        each,
        deployment,
        byNodes,
        measure && sizeOf(each.region, measure, answered.claims),
      );
      return withSince(place, each.region.status, since?.of.get(each.code));
    });
    return { placed, unplaced, marks, europe: placesOfEurope(marks) };
  }, [answered, gazetteer, deployment, byNodes, measure, since]);
}

function withSince(place: MapPlace, word: string | null, start: SinceOf | undefined): MapPlace {
  // If the page is newer than the history record, the recorded start belongs to an earlier status word.
  if (!start || start.word !== word || start.notBefore === null || isGood(place.state.severity)) return place;
  return { ...place, since: start.from, label: `${place.label}, since ${formatMoment(start.from, hostNow())}` };
}
