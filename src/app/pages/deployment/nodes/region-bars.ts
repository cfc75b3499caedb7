/** What the nodes of each region come to, by zone. */

import { byZone, type Exceptions, groupedBy, mostBars, type ZoneOf } from '#app/charts/place-bars.ts';
import type { Region } from '#contract/resources.ts';
import { largest, sumOf } from '#domain/figures/ranking.ts';
import { addSums, type Group, noSum, type Sum } from '#domain/lists/listing.ts';
import { severityCounts } from '#domain/severity/rollup.ts';
import { isGood } from '#domain/severity/severity.ts';

/** What nodes of one region or several come to. */
interface Contents {
  readonly nodes: number;
  readonly exceptions: Exceptions;
  readonly advertised: Sum;
}

export interface RegionBar extends Contents {
  /** `null` where the nodes name none. */
  readonly code: string | null;
  readonly city: string | null;
}

export type ZoneBars = ZoneOf<RegionBar>;

/** Of groups whose key at `position` is a severity. */
function exceptionsOf(groups: readonly Pick<Group, 'key' | 'count'>[], position = 0): Exceptions {
  return [...severityCounts(groups, position)]
    .filter(([severity]) => !isGood(severity))
    .map(([severity, count]) => ({ severity, count }));
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
        exceptions: exceptionsOf(parts, 1),
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
  return byZone(all, (bar) => bar.nodes);
}

export interface DrawnBars {
  readonly zones: readonly ZoneBars[];
  /** What the regions come to that are not drawn; `null` where all are. */
  readonly more: (Contents & { readonly regions: number }) | null;
}

/** As many regions as are drawn, the largest of all zones. */
export function drawnBars(zones: readonly ZoneBars[]): DrawnBars {
  const all = zones.flatMap(({ zone, regions }) => regions.map((bar) => ({ ...bar, zone })));
  const { top, rest } = largest(all, (bar) => bar.nodes, mostBars);
  if (rest.length === 0) return { zones, more: null };
  return {
    zones: byZone(top, (bar) => bar.nodes),
    more: {
      regions: rest.length,
      nodes: rest.reduce((sum, bar) => sum + bar.nodes, 0),
      exceptions: exceptionsOf(
        rest.flatMap((bar) => bar.exceptions.map(({ severity, count }) => ({ key: [severity], count }))),
      ),
      advertised: addSums(rest.map((bar) => bar.advertised)),
    },
  };
}

/** The half and the whole of a round figure at or above the largest value: all that a value axis of this chart shows. */
export function halfAndWhole(largest: number): readonly [number, number] {
  if (!Number.isFinite(largest) || largest <= 2) return [1, 2];
  const rough = largest / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const half = power * ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((factor) => factor * power >= rough) ?? 10);
  return power === 1 ? [Math.ceil(half), 2 * Math.ceil(half)] : [half, 2 * half];
}
