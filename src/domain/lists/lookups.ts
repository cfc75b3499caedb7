/** What one answer says of another's codes and words: plain data, so that it can cross to a worker. */

import type { Region } from '#contract/resources.ts';
import type { WordOverrides } from '../severity/classify.ts';

export interface Place {
  readonly code: string;
  readonly name: string | null;
  readonly zone: string | null;
  readonly country: string | null;
  readonly status: string | null;
}

export interface Lookups {
  /** Region code → what the region list says of it. */
  readonly places: ReadonlyMap<string, Place>;
  /** The deployment's own classes for status words. */
  readonly words: WordOverrides;
  /** Epoch milliseconds by the service's clock, from which times of use are reckoned; without it none is in the future. */
  readonly asOf?: number;
  /** Names that more than one row of the list has. */
  readonly repeated?: ReadonlySet<string>;
}

export const noLookups: Lookups = { places: new Map(), words: {} };

/** Regions by code; of two with one code the first stands, the other is a finding elsewhere. */
export function placesOf(regions: readonly Region[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const region of regions) {
    // A blank code names nothing: what names no region is not there.
    if (region.code === null || region.code === '' || places.has(region.code)) continue;
    places.set(region.code, { ...region, code: region.code });
  }
  return places;
}
