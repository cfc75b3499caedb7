/** Data from other responses that is joined to the rows of a list. Plain data: it is sent to a worker. */

import type { Integer, Region } from '#contract/resources.ts';
import type { WordOverrides } from '../severity/classify.ts';
import type { RegionsByNodes } from '../severity/region-state.ts';
import { leadingRows } from '../severity/worst-first.ts';

export interface Place {
  readonly code: string;
  readonly name: string | null;
  readonly zone: string | null;
  readonly country: string | null;
  readonly status: string | null;
}

/** Start of a row's present state: its status word, and times in epoch milliseconds. */
export interface SinceOf {
  readonly word: string | null;
  readonly from: number;
  /** When the last poll with another status word was sent, in epoch milliseconds; `null` if unknown. */
  readonly notBefore: number | null;
}

export interface Since {
  /**
   * Version of the content. Equal content has an equal version, so versions are compared instead of the
   * content.
   */
  readonly version: string;
  readonly of: ReadonlyMap<string, SinceOf>;
}

export interface GrowthOf {
  readonly first: Integer;
  readonly last: Integer;
}

export interface Growth {
  readonly version: string;
  /** Growth by id. Contains only rows with a value at both ends of the time. */
  readonly of: ReadonlyMap<string, GrowthOf>;
  /** Time of the `first` values, in epoch milliseconds; `to` is the time of the `last` values. */
  readonly from: number;
  readonly to: number;
}

export interface Lookups {
  readonly places: ReadonlyMap<string, Place>;
  readonly words: WordOverrides;
  /** Regions whose nodes contradict a good status word, by code. They change the region's severity. */
  readonly byNodes?: RegionsByNodes;
  /** The service's present time in epoch milliseconds. If absent, no time of use counts as in the future. */
  readonly asOf?: number;
  readonly since?: Since;
  /** Recent growth of the rows' bytes, from the history. */
  readonly growth?: Growth;
  readonly repeated?: ReadonlySet<string>;
}

export const noLookups: Lookups = { places: new Map(), words: {} };

/**
 * Returns regions by code. If a code is repeated, the worst row counts. Rows with an empty code are left out.
 */
export function placesOf(regions: readonly Region[], words: WordOverrides): ReadonlyMap<string, Place> {
  const leading = leadingRows(regions, ({ code }) => (code === '' ? null : code), words);
  return new Map([...leading].map(([code, region]) => [code, { ...region, code }]));
}
