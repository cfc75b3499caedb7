/** Where the bars of the regions stand: side by side by zone, with room for the name of each zone. */

import type { Region } from '#contract/resources.ts';
import { sumOf } from '#domain/figures/ranking.ts';
import { type Group, noSum, type Sum } from '#domain/lists/listing.ts';
import { severityCounts } from '#domain/severity/rollup.ts';
import { isGood, type Severity } from '#domain/severity/severity.ts';

/** What the nodes of one region come to. */
export interface RegionBar {
  /** `null` where the nodes name none. */
  readonly code: string | null;
  readonly city: string | null;
  readonly nodes: number;
  /** Worst first; without the good ones. */
  readonly exceptions: readonly { readonly severity: Severity; readonly nodes: number }[];
  readonly advertised: Sum;
}

export interface ZoneBars {
  /** `null` where the region list gives none, or does not hold the code. */
  readonly zone: string | null;
  readonly regions: readonly RegionBar[];
}

function groupedBy<T, K>(items: readonly T[], keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Nodes grouped by `region` and `severity`, with the sum of `advertised`, as one bar a region. */
function barsOf(groups: readonly Group[]): ReadonlyMap<string | null, Omit<RegionBar, 'city'>> {
  const byCode = groupedBy(groups, (group) => group.key[0] ?? null);
  return new Map(
    [...byCode].map(([code, parts]) => [
      code,
      {
        code,
        nodes: parts.reduce((sum, part) => sum + part.count, 0),
        exceptions: [...severityCounts(parts, 1)]
          .filter(([severity]) => !isGood(severity))
          .map(([severity, nodes]) => ({ severity, nodes })),
        advertised: sumOf(parts, 'advertised'),
      },
    ]),
  );
}

/**
 * One bar for each region that is listed or named by a node, by zone from A; within a zone the most nodes first. Codes
 * outside the region list come last, for they have no zone.
 */
export function zonesOfNodes(groups: readonly Group[], regions: readonly Region[]): readonly ZoneBars[] {
  const bars = barsOf(groups);
  const known = new Map(
    regions.flatMap((region) => (region.code === null ? [] : [[region.code, region] as const])),
  );
  const codes = [...new Set<string | null>([...known.keys(), ...bars.keys()])];
  const all = codes.map((code): RegionBar & { readonly zone: string | null } => {
    const place = code === null ? undefined : known.get(code);
    const bar = bars.get(code) ?? { code, nodes: 0, exceptions: [], advertised: noSum };
    return { ...bar, city: place?.name ?? null, zone: place?.zone ?? null };
  });
  const zones = groupedBy(all, (bar) => bar.zone);
  return [...zones]
    .map(([zone, held]) => ({ zone, regions: held.toSorted(byNodes) }))
    .toSorted((a, b) => compareNames(a.zone, b.zone));
}

function byNodes(a: RegionBar, b: RegionBar): number {
  return b.nodes - a.nodes || compareNames(a.code, b.code);
}

function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One bar at its place: `x` is its middle, pixels from the left edge of the plot. */
export interface PlacedBar extends RegionBar {
  readonly x: number;
}

export interface PlacedZone {
  readonly zone: string | null;
  /** Its edges, pixels. */
  readonly from: number;
  readonly to: number;
}

export interface Placement {
  readonly bars: readonly PlacedBar[];
  readonly zones: readonly PlacedZone[];
  /** What a bar and the space beside it take, pixels. */
  readonly slot: number;
  /** Rows that the names of the zones need, lest they run into each other. */
  readonly rows: 1 | 2;
}

/** Free pixels between zones. */
const gap = 9;
/** The narrowest slot in which a code can stand upright. */
export const narrowestCode = 10;

/**
 * Gives every region a slot of the same width and every zone at least what its name needs; names that do not fit side
 * by side stand in two rows.
 *
 * @param width - of the plot, pixels.
 * @param nameWidth - of the name of a zone, pixels.
 */
export function placeBars(
  zones: readonly ZoneBars[],
  width: number,
  nameWidth: (zone: string | null) => number,
): Placement {
  const free = Math.max(0, width - gap * Math.max(0, zones.length - 1));
  const names = zones.map(({ zone }) => nameWidth(zone));
  const single = slotFor(zones, free, names);
  const rows = single >= narrowestCode ? 1 : 2;
  // In two rows a name may run on below its neighbour; the last has none.
  const least = rows === 1 ? names : names.map((name, index) => (index < names.length - 1 ? name / 2 : name));
  const wanted = rows === 1 ? single : slotFor(zones, free, least);
  // So many regions that the names must give way.
  const slot = wanted >= 2 ? wanted : slotFor(zones, free, []);
  const widthOf = (index: number, regions: number) =>
    Math.max(regions * slot, wanted >= 2 ? (least[index] ?? 0) : 0);
  const bars: PlacedBar[] = [];
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
function slotFor(zones: readonly ZoneBars[], free: number, least: readonly number[]): number {
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
        : Math.min(...zones.map((zone, index) => (least[index] ?? 0) / zone.regions.length)),
    );
    const before = atLeast.size;
    for (const [index, zone] of zones.entries())
      if (zone.regions.length * slot < (least[index] ?? 0)) atLeast.add(index);
    if (atLeast.size === before) return slot;
  }
}

/** Few regions do not need the whole width. */
const widestSlot = 72;

/** Fewer pixels than this are not seen. */
const thinnest = 2;

/**
 * The exceptions of a bar, one upon the other from its foot, each at least as thick as can be seen.
 *
 * @param height - of the bar, pixels.
 */
export function stackOf(
  exceptions: RegionBar['exceptions'],
  height: number,
  nodes: number,
): readonly { readonly severity: Severity; readonly from: number; readonly to: number }[] {
  const parts: { severity: Severity; from: number; to: number }[] = [];
  for (const exception of exceptions) {
    const from = parts.at(-1)?.to ?? 0;
    const thick = Math.max(thinnest, (exception.nodes / Math.max(1, nodes)) * height);
    parts.push({ severity: exception.severity, from, to: Math.min(Math.max(height, from), from + thick) });
  }
  return parts;
}

/** The half and the whole of a round figure at or above the largest value: all that a value axis of this chart shows. */
export function halfAndWhole(largest: number): readonly [number, number] {
  if (!Number.isFinite(largest) || largest <= 2) return [1, 2];
  const rough = largest / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const half = power * ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((factor) => factor * power >= rough) ?? 10);
  return power === 1 ? [Math.ceil(half), 2 * Math.ceil(half)] : [half, 2 * half];
}
