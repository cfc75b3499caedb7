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

/** Start of a row's state, epoch milliseconds. */
export interface SinceOf {
  readonly word: string | null;
  readonly from: number;
  /** When the last poll with another word was sent; `null` if unknown. */
  readonly notBefore: number | null;
}

export interface Since {
  /** Equal for equal content. */
  readonly version: string;
  readonly of: ReadonlyMap<string, SinceOf>;
}

export interface GrowthOf {
  readonly first: Integer;
  readonly last: Integer;
}

export interface Growth {
  readonly version: string;
  /** By id. Only rows with a value at both ends. */
  readonly of: ReadonlyMap<string, GrowthOf>;
  /** Times of the first and the last values, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

export interface Lookups {
  readonly places: ReadonlyMap<string, Place>;
  readonly words: WordOverrides;
  /** Regions whose nodes contradict a good status word. They affect the region's severity. */
  readonly byNodes?: RegionsByNodes;
  /** The service's present time, epoch milliseconds. Without it, no time of use counts as in the future. */
  readonly asOf?: number;
  readonly since?: Since;
  /** Recent growth of the rows' bytes, by the history record. */
  readonly growth?: Growth;
  readonly repeated?: ReadonlySet<string>;
}

export const noLookups: Lookups = { places: new Map(), words: {} };

/** Regions by code; the worst row of a repeated code. An empty code names no region. */
export function placesOf(regions: readonly Region[], words: WordOverrides): ReadonlyMap<string, Place> {
  const leading = leadingRows(regions, ({ code }) => (code === '' ? null : code), words);
  return new Map([...leading].map(([code, region]) => [code, { ...region, code }]));
}
