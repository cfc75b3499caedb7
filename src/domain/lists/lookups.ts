/** What one answer says of another's codes and words: plain data, so that it can cross to a worker. */

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

/** Of one record: epoch milliseconds. */
export interface SinceOf {
  /** As sent. */
  readonly word: string | null;
  readonly from: number;
  /** When it was last asked for and had another; `null` where that is not known. */
  readonly notBefore: number | null;
}

export interface Since {
  /** The same for the same times. */
  readonly version: string;
  /** By id or code. */
  readonly of: ReadonlyMap<string, SinceOf>;
}

/** What a number of one record was at both ends of a time. */
export interface GrowthOf {
  readonly first: Integer;
  readonly last: Integer;
}

export interface Growth {
  /** The same for the same numbers. */
  readonly version: string;
  /** By id: those that both ends have. */
  readonly of: ReadonlyMap<string, GrowthOf>;
  /** When the first and the last were told, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

export interface Lookups {
  /** Region code → what the region list says of it. */
  readonly places: ReadonlyMap<string, Place>;
  /** The deployment's own classes for status words. */
  readonly words: WordOverrides;
  /** Regions whose nodes contradict their good word: part of a region's severity. */
  readonly byNodes?: RegionsByNodes;
  /** Epoch milliseconds by the service's clock, from which times of use are reckoned; without it none is in the future. */
  readonly asOf?: number;
  /** Since when the record has each record in the state that it told last. */
  readonly since?: Since;
  /** How the bytes of each record changed of late, as far as the record tells. */
  readonly growth?: Growth;
  /** Names that more than one row of the list has. */
  readonly repeated?: ReadonlySet<string>;
}

export const noLookups: Lookups = { places: new Map(), words: {} };

/** Regions by code, the worst row of a code that repeats. A blank code names no region. */
export function placesOf(regions: readonly Region[], words: WordOverrides): ReadonlyMap<string, Place> {
  const leading = leadingRows(regions, ({ code }) => (code === '' ? null : code), words);
  return new Map([...leading].map(([code, region]) => [code, { ...region, code }]));
}
