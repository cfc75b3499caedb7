/** The regions nearest to one, by great-circle distance. */

import { greatCircle } from '../../../../../domain/places/great-circle.ts';
import type { Placed } from '../../../../../domain/places/place-regions.ts';
import type { RegionRow } from '../inventory.ts';

export interface NearRegion extends Placed<RegionRow> {
  readonly kilometres: number;
}

export interface Surroundings {
  readonly here: Placed<RegionRow>;
  /** Nearest first. */
  readonly near: readonly NearRegion[];
}

/** A region with the nearest others; `null` where it is not known where it is. */
export function surroundingsOf(
  placed: readonly Placed<RegionRow>[],
  code: string,
  most: number,
): Surroundings | null {
  const here = placed.find((each) => each.code === code);
  if (!here) return null;
  const near = placed
    .filter((each) => each !== here)
    .map((each) => ({ ...each, kilometres: greatCircle(here.location, each.location) }))
    .toSorted((a, b) => a.kilometres - b.kilometres || a.code.localeCompare(b.code))
    .slice(0, most);
  return { here, near };
}
