/** What the nodes of each region come to, by zone. */

import { byZone, type Exceptions, groupedBy, type ZoneOf } from '#app/charts/place-bars.ts';
import type { Region } from '#contract/resources.ts';
import { sumOf } from '#domain/figures/ranking.ts';
import { type Group, noSum, type Sum } from '#domain/lists/listing.ts';
import { severityCounts } from '#domain/severity/rollup.ts';
import { isGood } from '#domain/severity/severity.ts';

/** What the nodes of one region come to. */
export interface RegionBar {
  /** `null` where the nodes name none. */
  readonly code: string | null;
  readonly city: string | null;
  readonly nodes: number;
  readonly exceptions: Exceptions;
  readonly advertised: Sum;
}

export type ZoneBars = ZoneOf<RegionBar>;

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
  return byZone(all, (bar) => bar.nodes);
}

/** The half and the whole of a round figure at or above the largest value: all that a value axis of this chart shows. */
export function halfAndWhole(largest: number): readonly [number, number] {
  if (!Number.isFinite(largest) || largest <= 2) return [1, 2];
  const rough = largest / 2;
  const power = 10 ** Math.floor(Math.log10(rough));
  const half = power * ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((factor) => factor * power >= rough) ?? 10);
  return power === 1 ? [Math.ceil(half), 2 * Math.ceil(half)] : [half, 2 * half];
}
