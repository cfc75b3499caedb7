/** Finds positions of regions on the map: from the configuration, otherwise from the gazetteer. */

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
  /** Regions without a position: they have no code, no city, or an unknown city. */
  readonly unplaced: readonly R[];
}

/**
 * Maximum kilometres from the named city at which a configured position still gets the time zone of that
 * city.
 */
const mostMoved = 30;

/** Returns the position of a region; `null` if unknown. A configured position wins. */
export function locateRegion(region: Region, places: Places, gazetteer: Gazetteer): Location | null {
  const { code } = region;
  // `hasOwn`, because a code may be `constructor`.
  const fixed = code !== null && Object.hasOwn(places, code) ? places[code] : undefined;
  const known = locate(gazetteer, region);
  if (!fixed) return known;
  const isThere = known !== null && greatCircle(fixed, known) <= mostMoved;
  return { ...fixed, timeZone: isThere ? known.timeZone : null, name: null, doubt: null };
}

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
