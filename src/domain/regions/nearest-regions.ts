import { compareTexts } from '../text/compare-texts.ts';
import { greatCircle } from './places/great-circle.ts';
import type { Placed, Region } from './places/place-regions.ts';

export type NearRegion<R extends Region> = Placed<R> & { readonly kilometres: number };

export interface Surroundings<R extends Region> {
  readonly here: Placed<R>;
  readonly near: readonly NearRegion<R>[];
}

/** Returns a region on the map and the regions nearest to it; `null` if its position is unknown. */
export function surroundingsOf<R extends Region>(
  placed: readonly Placed<R>[],
  code: string,
  most: number,
): Surroundings<R> | null {
  const here = placed.find((each) => each.code === code);
  if (!here) return null;
  const near = placed
    .filter((each) => each !== here)
    .map((each) => ({ ...each, kilometres: greatCircle(here.location, each.location) }))
    .toSorted((a, b) => a.kilometres - b.kilometres || compareTexts(a.code, b.code))
    .slice(0, most);
  return { here, near };
}
