/** Positions of region bars: grouped by zone, with room for each zone's name. */

import type { Integer } from '#contract/resources.ts';
import { compareIntegers } from '#domain/numbers/arithmetic.ts';
import type { Severity } from '#domain/severity/severity.ts';

export interface ZoneOf<Bar> {
  /** Name of the zone; `null` if the region list gives no zone or does not contain the region code. */
  readonly zone: string | null;
  readonly regions: readonly Bar[];
}

export function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * Groups bars by zone. Zones are in alphabetical order, bars without a zone last. In a zone, the highest bar
 * is first.
 */
export function byZone<Bar extends { readonly code: string | null; readonly zone: string | null }>(
  bars: readonly Bar[],
  valueOf: (bar: Bar) => Integer,
): readonly ZoneOf<Bar>[] {
  const byHeight = (a: Bar, b: Bar) => compareIntegers(valueOf(b), valueOf(a)) || compareNames(a.code, b.code);
  return [...groupedBy(bars, (bar) => bar.zone)]
    .map(([zone, zoneRegions]) => ({ zone, regions: zoneRegions.toSorted(byHeight) }))
    .toSorted((a, b) => compareNames(a.zone, b.zone));
}

/** Compares two names alphabetically; `null` comes last. */
export function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Maximum number of bars in a chart: the largest ones. More bars would be too thin to see or hit. A text sums
 * up the others.
 */
export const mostBars = 240;

/** A bar with its position: `x` is its centre, in pixels from the left edge of the plot. */
export type Placed<Bar> = Bar & { readonly x: number };

export interface PlacedZone {
  readonly zone: string | null;
  /** Left and right edge of the zone, pixels. */
  readonly from: number;
  readonly to: number;
}

export interface Placement<Bar> {
  readonly bars: readonly Placed<Bar>[];
  readonly zones: readonly PlacedZone[];
  /** Width of one bar and the space beside it, pixels. */
  readonly slot: number;
  readonly rows: 1 | 2;
}

/** Space between two zones, pixels. */
export const gap = 9;
/** Minimum width of a slot that has room for a vertical region code, pixels. */
export const narrowestCode = 10;

/**
 * Gives every region a slot of equal width, and every zone at least the width of its name. If the names do
 * not fit side by side, they alternate between two rows.
 * @param width - width of the plot, pixels.
 * @param nameWidth - returns the width of a zone's name, pixels.
 * @param narrowest - minimum slot width for names in one row, pixels.
 */
export function placeBars<Bar extends object>(
  zones: readonly ZoneOf<Bar>[],
  width: number,
  nameWidth: (zone: string | null) => number,
  narrowest: number = narrowestCode,
): Placement<Bar> {
  const free = Math.max(0, width - gap * Math.max(0, zones.length - 1));
  const names = zones.map(({ zone }) => nameWidth(zone));
  const single = slotFor(zones, free, names);
  const rows = single >= narrowest ? 1 : 2;
  // In two rows a name may extend below the neighbouring zone. The last zone has no neighbour.
  const least = rows === 1 ? names : names.map((name, index) => (index < names.length - 1 ? name / 2 : name));
  const wanted = rows === 1 ? single : slotFor(zones, free, least);
  const slot = wanted >= 2 ? wanted : slotFor(zones, free, []);
  const widthOf = (index: number, regions: number) =>
    Math.max(regions * slot, wanted >= 2 ? (least[index] ?? 0) : 0);
  const bars: Placed<Bar>[] = [];
  const placed: PlacedZone[] = [];
  let from = 0;
  for (const [index, { zone, regions }] of zones.entries()) {
    const to = from + widthOf(index, regions.length);
    placed.push({ zone, from, to });
    for (const [position, bar] of regions.entries()) bars.push({ ...bar, x: from + (position + 0.5) * slot });
    from = to + gap;
  }
  return { bars, zones: placed, slot, rows };
}

/**
 * Computes the slot width at which the zones fill `free` pixels and no zone is narrower than its width in
 * `least`. Returns 0 if the minimum widths do not fit.
 */
function slotFor(zones: readonly ZoneOf<unknown>[], free: number, least: readonly number[]): number {
  const atLeast = new Set<number>();
  for (;;) {
    let left = free;
    let regions = 0;
    for (const [index, zone] of zones.entries()) {
      if (atLeast.has(index)) left -= least[index] ?? 0;
      else regions += zone.regions.length;
    }
    if (left < 0) return 0;
    // If every zone has its minimum width, its regions share that width.
    const slot = Math.min(
      widestSlot,
      regions > 0
        ? left / regions
        : zones.reduce(
            (narrowest, zone, index) => Math.min(narrowest, (least[index] ?? 0) / zone.regions.length),
            widestSlot,
          ),
    );
    const before = atLeast.size;
    for (const [index, zone] of zones.entries())
      if (zone.regions.length * slot < (least[index] ?? 0)) atLeast.add(index);
    if (atLeast.size === before) return slot;
  }
}

const widestSlot = 72;

/** Numbers of rows per severity, without good ones; the worst severity is first. */
export type Exceptions = readonly { readonly severity: Severity; readonly count: number }[];

/** Minimum height of a stacked part, pixels. Thinner parts would be invisible. */
const thinnest = 2;

/**
 * Stacks the exceptions of a bar from its base. Each is at least `thinnest` pixels high.
 * @param height - height of the bar, pixels.
 * @param count - number of all rows in the bar.
 */
export function stackOf(
  exceptions: Exceptions,
  height: number,
  count: number,
): readonly { readonly severity: Severity; readonly from: number; readonly to: number }[] {
  const parts: { severity: Severity; from: number; to: number }[] = [];
  for (const exception of exceptions) {
    const from = parts.at(-1)?.to ?? 0;
    const thick = Math.max(thinnest, (exception.count / Math.max(1, count)) * height);
    parts.push({ severity: exception.severity, from, to: Math.min(Math.max(height, from), from + thick) });
  }
  return parts;
}
