/** Adds up nodes and capacity per region and per zone, for the charts of the nodes page. */

import {
  byZone,
  compareNames,
  type Exceptions,
  groupedBy,
  mostBars,
  type ZoneOf,
} from '#app/charts/place-bars.ts';
import type { Region } from '#contract/resources.ts';
import { largest, sumOf } from '#domain/figures/ranking.ts';
import { severityCounts } from '#domain/figures/severity-counts.ts';
import type { Group, Sum } from '#domain/lists/listing.ts';
import { isGood } from '#domain/severity/severity.ts';

interface Contents {
  readonly nodes: number;
  readonly exceptions: Exceptions;
  readonly advertised: Sum;
}

export interface RegionBar extends Contents {
  readonly code: string | null;
  readonly city: string | null;
}

export type ZoneBars = ZoneOf<RegionBar>;

/**
 * Counts the nodes by severity, without good severities.
 * @param groups - groups of nodes with the severity as second key.
 */
function exceptionsOf(groups: readonly Group[]): Exceptions {
  return [...severityCounts(groups, 1)]
    .filter(([severity]) => !isGood(severity))
    .map(([severity, count]) => ({ severity, count }));
}

function contentsOf(groups: readonly Group[]): Contents {
  return {
    nodes: groups.reduce((sum, group) => sum + group.count, 0),
    exceptions: exceptionsOf(groups),
    advertised: sumOf(groups, 'advertised'),
  };
}

function byCode(regions: readonly Region[]): ReadonlyMap<string | null, Region> {
  return new Map(regions.flatMap((region) => (region.code === null ? [] : [[region.code, region] as const])));
}

export interface DrawnBars {
  readonly zones: readonly ZoneBars[];
  /** Totals of the regions that are not drawn; `null` if all are drawn. */
  readonly more: (Contents & { readonly regions: number }) | null;
}

/**
 * Builds one bar per region that is listed or named by a node. Zones are in alphabetical order; in a zone the
 * region with most nodes comes first. Codes outside the region list come last, because they have no zone. If
 * there are too many regions, the largest are kept.
 * @param groups - nodes by `region` and `severity`, with the sum of `advertised`.
 */
export function barsOf(groups: readonly Group[], regions: readonly Region[]): DrawnBars {
  const known = byCode(regions);
  const groupsByKey = groupedBy(groups, (group) => group.key[0] ?? null);
  const codes = [...new Set<string | null>([...known.keys(), ...groupsByKey.keys()])].map((code) => {
    const own = groupsByKey.get(code) ?? [];
    return { code, own, nodes: own.reduce((sum, group) => sum + group.count, 0) };
  });
  // Ranked by count only, because summing up all regions could take too long.
  const { top, rest } = largest(codes, ({ nodes }) => nodes, mostBars);
  const bars = top.map(({ code, own }): RegionBar & { readonly zone: string | null } => {
    const place = known.get(code);
    return { ...contentsOf(own), code, city: place?.name ?? null, zone: place?.zone ?? null };
  });
  return {
    zones: byZone(bars, (bar) => bar.nodes),
    more: rest.length === 0 ? null : { ...contentsOf(rest.flatMap(({ own }) => own)), regions: rest.length },
  };
}

/** Totals of the nodes in one zone. The zone is `null` for nodes whose zone is unknown. */
export interface ZoneSum extends Contents {
  readonly zone: string | null;
}

export interface ZoneSums {
  readonly zones: readonly ZoneSum[];
  /** Totals of the zones that are not shown; `null` if all are shown. */
  readonly more: (Contents & { readonly zones: number }) | null;
}

const mostZones = 40;

/**
 * Adds up the nodes per zone, in alphabetical order, zones without a name last. If there are too many zones,
 * the largest are kept. The parameters are those of {@link barsOf}.
 */
export function zoneSumsOf(groups: readonly Group[], regions: readonly Region[]): ZoneSums {
  const known = byCode(regions);
  const named = regions.map(({ zone }) => [zone, [] as Group[]] as const);
  const groupsByKey = new Map<string | null, Group[]>(named);
  for (const group of groups) {
    const zone = known.get(group.key[0] ?? null)?.zone ?? null;
    const own = groupsByKey.get(zone);
    if (own) own.push(group);
    else groupsByKey.set(zone, [group]);
  }
  const all = [...groupsByKey].map(([zone, own]) => ({ zone, own, ...contentsOf(own) }));
  const { top, rest } = largest(all, ({ nodes }) => nodes, mostZones);
  return {
    zones: top.map(({ own: _own, ...sum }) => sum).toSorted((a, b) => compareNames(a.zone, b.zone)),
    more: rest.length === 0 ? null : { ...contentsOf(rest.flatMap(({ own }) => own)), zones: rest.length },
  };
}

/** Returns the two values that label an axis: half and all of a round number at or above `largest`. */
export function halfAndWhole(largest: number): readonly [number, number] {
  if (!Number.isFinite(largest) || largest <= 2) return [1, 2];
  const rough = largest / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const half = power * ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((factor) => factor * power >= rough) ?? 10);
  return power === 1 ? [Math.ceil(half), 2 * Math.ceil(half)] : [half, 2 * half];
}
