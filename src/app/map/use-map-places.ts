import type { Deployment } from '#contract/host.ts';
import { formatMoment } from '#domain/history/recorded-strip.ts';
import type { Listing, Question } from '#domain/lists/listing.ts';
import type { Since, SinceOf } from '#domain/lists/lookups.ts';
import type { MeasureClaims } from '#domain/regions/measures.ts';
import { type PlacedRegions, placeRegions } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { isGood } from '#domain/severity/severity.ts';
import { useRegionsByNodes } from '../observe/verdicts.ts';
import { useAnswered } from '../queries/use-listing-answer.ts';
import { hostNow } from '../ui/time/clock.ts';
import type { MapPlace } from './layout/layout.ts';
import { mapPlaceOf, sizeOf } from './layout/region-places.ts';
import { useGazetteer } from './use-gazetteer.ts';
import { useMeasure } from './use-measure.ts';

export interface MapPlacesProps {
  readonly deployment: Deployment;
  readonly listing: Listing<RegionRow>;
  /** Which regions are shown: the question that the table beside it asks. */
  readonly question?: Question;
  readonly claims: MeasureClaims;
  /** Since when regions are in their states, where that is recorded. */
  readonly since?: Since | undefined;
}

interface MapPlaces extends PlacedRegions<RegionRow> {
  readonly marks: readonly MapPlace[];
}

const none: Question = {};
const nowhere: readonly RegionRow[] = [];

async function rowsOf(listing: Listing<RegionRow>, question: Question): Promise<readonly RegionRow[]> {
  const rows = await listing.rows(question);
  return rows.slice(0, rows.count);
}

/** Where the regions of a deployment stand, sized as the reader chose; `undefined` until that is known. */
export function useMapPlaces({
  deployment,
  listing,
  question = none,
  claims,
  since,
}: MapPlacesProps): MapPlaces | undefined {
  // Marks are sized with what was claimed of the lists that their rows were made of: the next ones may be whole.
  const answered = useAnswered(listing, JSON.stringify(question), async (list) => ({
    rows: await rowsOf(list, question),
    claims,
  }));
  const gazetteer = useGazetteer(answered?.rows ?? nowhere);
  const { measure } = useMeasure(claims);
  const byNodes = useRegionsByNodes(deployment);
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
  return { placed, unplaced, marks };
}

function withSince(place: MapPlace, word: string | null, told: SinceOf | undefined): MapPlace {
  // The page is ahead of the record: what it tells is of another word.
  if (!told || told.word !== word || told.notBefore === null || isGood(place.state.severity)) return place;
  return { ...place, since: told.from, label: `${place.label}, since ${formatMoment(told.from, hostNow())}` };
}
