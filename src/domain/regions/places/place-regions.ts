/** Positions of regions: from the configuration, else from the gazetteer, else not on the map. */

import type { Places } from '#contract/host.ts';
import { type Gazetteer, type Location, locate } from './gazetteer.ts';
import { greatCircle } from './great-circle.ts';

export interface Region {
  readonly code: string | null;
  readonly name: string | null;
  readonly country: string | null;
}

export interface Placed<R extends Region> {
  readonly region: R;
  readonly code: string;
  readonly location: Location;
}

export interface PlacedRegions<R extends Region> {
  readonly placed: readonly Placed<R>[];
  /** Regions that stand nowhere: no code, no city, or a city that is not known. */
  readonly unplaced: readonly R[];
}

/** Kilometres from the named place within which a position counts as in that place, and has its time zone. */
const mostMoved = 30;

/** The position of one region; `null` if it is not known. The configuration wins. */
export function locateRegion(region: Region, places: Places, gazetteer: Gazetteer): Location | null {
  const { code } = region;
  // hasOwn: a code may be `constructor`.
  const fixed = code !== null && Object.hasOwn(places, code) ? places[code] : undefined;
  const known = locate(gazetteer, region);
  if (!fixed) return known;
  const isThere = known !== null && greatCircle(fixed, known) <= mostMoved;
  return { ...fixed, timeZone: isThere ? known.timeZone : null, name: null, doubt: null };
}

/** Of rows with one code the first is placed: there is one such place. */
export function placeRegions<R extends Region>(
  regions: readonly R[],
  places: Places,
  gazetteer: Gazetteer,
): PlacedRegions<R> {
  const placed = new Map<string, Placed<R>>();
  const unplaced: R[] = [];
  for (const region of regions) {
    const { code } = region;
    if (code !== null && placed.has(code)) continue;
    const location = locateRegion(region, places, gazetteer);
    if (code === null || !location) unplaced.push(region);
    else placed.set(code, { region, code, location });
  }
  return { placed: [...placed.values()], unplaced };
}
