/** What zones gained and lost: the sum over those of their regions that both ends of a time have. Pure. */

import type { Integer } from '#contract/resources.ts';
import { addIntegers, compareIntegers } from '../figures/arithmetic.ts';
import { changeOf } from '../lists/growth.ts';
import type { Growth, GrowthOf } from '../lists/lookups.ts';
import type { RegionRow } from '../regions/region-rows.ts';
import type { Zone } from '../regions/zones.ts';
import type { Mover } from './growth.ts';

/** Names a zone as its list does: one that has no name, and what no list holds, are two. */
export function zoneKey({ name, listed }: Pick<Zone, 'name' | 'listed'>): string {
  return JSON.stringify([name, listed]);
}

/** The zone of each region by its code; of a code that two rows have it is that of the first. */
export function zoneKeys(rows: readonly RegionRow[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { code, zone, listedIn } of rows)
    if (code !== null && !keys.has(code)) keys.set(code, zoneKey({ name: zone, listed: listedIn.length > 0 }));
  return keys;
}

/** Of the regions that have a zone here: one that left every list within the time stands in no sum, and is none that changed. */
export function growthWithin(growth: Growth, zones: ReadonlyMap<string, string>): Growth {
  return { ...growth, of: new Map([...growth.of].filter(([code]) => zones.has(code))) };
}

/** By {@link zoneKey}; a zone none of whose regions both ends have is left out. */
export function growthOfZones(
  { of }: Pick<Growth, 'of'>,
  zones: ReadonlyMap<string, string>,
): ReadonlyMap<string, Integer> {
  const sums = new Map<string, Integer>();
  for (const [code, ends] of of) {
    const zone = zones.get(code);
    if (zone !== undefined) sums.set(zone, addIntegers(sums.get(zone) ?? 0, changeOf(ends)));
  }
  return sums;
}

function sizeOf(change: Integer): Integer {
  return change < 0 ? -change : change;
}

/** Who changed most, up or down, the largest first. */
export function largestMovers(of: ReadonlyMap<string, GrowthOf>, most: number): readonly Mover[] {
  return Array.from(of, ([key, ends]) => ({ key, change: changeOf(ends) }))
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => compareIntegers(sizeOf(b.change), sizeOf(a.change)))
    .slice(0, most);
}
