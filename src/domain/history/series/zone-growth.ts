import type { Integer } from '#contract/resources.ts';
import { changeOf } from '#domain/lists/growth.ts';
import type { Growth, GrowthOf } from '#domain/lists/lookups.ts';
import { addIntegers, compareIntegers } from '#domain/numbers/arithmetic.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import type { Zone } from '#domain/regions/zones.ts';
import type { Mover } from './growth.ts';

/**
 * Returns the key of a zone. Listed regions without a zone, and codes that no region list has, are two
 * different zones.
 */
export function zoneKey({ name, listed }: Pick<Zone, 'name' | 'listed'>): string {
  return JSON.stringify([name, listed]);
}

/** Returns the keys of zones by region code. If a code is repeated, its first row counts. */
export function zoneKeys(rows: readonly RegionRow[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { code, zone, listedIn } of rows)
    if (code !== null && !keys.has(code)) keys.set(code, zoneKey({ name: zone, listed: listedIn.length > 0 }));
  return keys;
}

/** Selects the growth of the regions that still have a zone. A region that left every list enters no sum. */
export function growthWithin(growth: Growth, zones: ReadonlyMap<string, string>): Growth {
  return { ...growth, of: new Map([...growth.of].filter(([code]) => zones.has(code))) };
}

/**
 * Adds up the growth of regions by {@link zoneKey}. A zone is left out if no region of it exists at both
 * ends.
 */
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

export function largestMovers(of: ReadonlyMap<string, GrowthOf>, most: number): readonly Mover[] {
  return Array.from(of, ([key, ends]) => ({ key, change: changeOf(ends) }))
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => compareIntegers(sizeOf(b.change), sizeOf(a.change)))
    .slice(0, most);
}
