/** Where bars of regions stand: side by side by zone, with room for the name of each zone. */

import type { Integer } from '#contract/resources.ts';
import { compareIntegers } from '#domain/figures/arithmetic.ts';
import type { Severity } from '#domain/severity/severity.ts';

export interface ZoneOf<Bar> {
  /** `null` where the region list gives none, or does not hold the code. */
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

/** Bars by zone from A, codes of no zone last; within a zone the highest first. */
export function byZone<Bar extends { readonly code: string | null; readonly zone: string | null }>(
  bars: readonly Bar[],
  valueOf: (bar: Bar) => Integer,
): readonly ZoneOf<Bar>[] {
  const byHeight = (a: Bar, b: Bar) => compareIntegers(valueOf(b), valueOf(a)) || compareNames(a.code, b.code);
  return [...groupedBy(bars, (bar) => bar.zone)]
    .map(([zone, held]) => ({ zone, regions: held.toSorted(byHeight) }))
    .toSorted((a, b) => compareNames(a.zone, b.zone));
}

/** From A, `null` last. */
export function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Bars that are drawn at most, the largest: of more, each would be thinner than can be seen or met. What the others come to
 * is told in words.
 */
export const mostBars = 240;

/** A bar at its place: `x` is its middle, pixels from the left edge of the plot. */
export type Placed<Bar> = Bar & { readonly x: number };

export interface PlacedZone {
  readonly zone: string | null;
  /** Its edges, pixels. */
  readonly from: number;
  readonly to: number;
}

export interface Placement<Bar> {
  readonly bars: readonly Placed<Bar>[];
  readonly zones: readonly PlacedZone[];
  /** What a bar and the space beside it take, pixels. */
  readonly slot: number;
  /** Rows that the names of the zones need, lest they run into each other. */
  readonly rows: 1 | 2;
}

/** Free pixels between zones. */
export const gap = 9;
/** The narrowest slot in which a code can stand upright. */
export const narrowestCode = 10;

/**
 * Gives every region a slot of the same width and every zone at least what its name needs; names that do not fit side
 * by side stand in two rows.
 *
 * @param width - of the plot, pixels.
 * @param nameWidth - of the name of a zone, pixels.
 * @param narrowest - slot for which names stand in one row.
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
  // In two rows a name may run on below its neighbour; the last has none.
  const least = rows === 1 ? names : names.map((name, index) => (index < names.length - 1 ? name / 2 : name));
  const wanted = rows === 1 ? single : slotFor(zones, free, least);
  // So many regions that the names must give way.
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

/** The slot that fills `free` pixels when no zone is narrower than its least width. */
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
    // Where all zones are as narrow as their names allow, their regions share that width.
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

/** Few regions do not need the whole width. */
const widestSlot = 72;

/** How many are not good, the worst first. */
export type Exceptions = readonly { readonly severity: Severity; readonly count: number }[];

/** Fewer pixels than this are not seen. */
const thinnest = 2;

/**
 * The exceptions of a bar, one upon the other from its foot, each at least as thick as can be seen.
 *
 * @param height - of the bar, pixels.
 * @param count - of all that the bar stands for.
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
