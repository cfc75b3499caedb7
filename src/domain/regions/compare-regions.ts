/** Compares the region lists of v1 and v2 by code. Regions are listed in both (API document, part 9). */

import type { Version } from '#contract/endpoints.ts';
import type { Region } from '#contract/resources.ts';
import { classify, compareStates, type WordOverrides } from '../severity/classify.ts';
import { leadingRows } from '../severity/worst-first.ts';

export interface RegionList {
  readonly version: Version;
  readonly regions: readonly Region[];
  /** Whether the list is complete. A truncated list does not prove that a region is absent. */
  readonly complete: boolean;
}

const compared = ['name', 'zone', 'country', 'status'] as const;
export type ComparedField = (typeof compared)[number];

export interface Contradiction {
  readonly code: string;
  readonly field: ComparedField;
  readonly v1: string | null;
  readonly v2: string | null;
}

export interface RegionComparison {
  readonly inBoth: number;
  /**
   * Codes that one version lists and the complete list of the other version lacks, by the version that lists
   * them: a note, not a fault.
   */
  readonly onlyIn: Readonly<Record<Version, readonly string[]>>;
  readonly contradictions: readonly Contradiction[];
}

/** Compares two region lists by code. If a code is repeated, the worst row counts. */
export function compareRegions(v1: RegionList, v2: RegionList, words: WordOverrides): RegionComparison {
  const first = leadingRows(v1.regions, ({ code }) => code, words);
  const second = leadingRows(v2.regions, ({ code }) => code, words);
  const missingFrom = (list: ReadonlyMap<string, Region>, other: ReadonlyMap<string, Region>) =>
    [...list.keys()].filter((code) => !other.has(code)).toSorted();
  const shared = [...first.keys()].filter((code) => second.has(code));
  return {
    inBoth: shared.length,
    onlyIn: {
      v1: v2.complete ? missingFrom(first, second) : [],
      v2: v1.complete ? missingFrom(second, first) : [],
    },
    contradictions: shared.flatMap((code) =>
      compared.flatMap((field) => {
        const [one, two] = [first.get(code)?.[field] ?? null, second.get(code)?.[field] ?? null];
        return one === two ? [] : [{ code, field, v1: one, v2: two }];
      }),
    ),
  };
}

export interface RegionReport {
  readonly version: Version;
  readonly region: Region;
}

/** Returns the report with the worst status. Of reports with equal status, the first one wins. */
export function worseReport(
  reports: readonly [RegionReport, ...RegionReport[]],
  words: WordOverrides,
): RegionReport {
  return reports.reduce((worst, next) =>
    compareStates(classify(next.region.status, words), classify(worst.region.status, words)) < 0 ? next : worst,
  );
}

/**
 * Describes different reports about a region, worst first: "Degraded in v2, operational in v1"; `null` if all
 * have the same status word.
 */
export function disagreement(
  reports: readonly [RegionReport, ...RegionReport[]],
  words: WordOverrides,
): string | null {
  if (new Set(reports.map((report) => report.region.status)).size < 2) return null;
  return reports
    .map((report) => ({ ...report, state: classify(report.region.status, words) }))
    .toSorted((a, b) => compareStates(a.state, b.state))
    .map(({ state, version }, index) => {
      const quoted = state.severity === 'unknown' || index === 0;
      return `${quoted ? state.label : state.label.toLowerCase()} in ${version}`;
    })
    .join(', ');
}
