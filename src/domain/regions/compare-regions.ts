/** What the region lists of v1 and v2 say of the same codes (part 9 of the document: regions are listed in both). */

import type { Version } from '#contract/endpoints.ts';
import type { Region } from '#contract/resources.ts';
import { classify, compareStates, type WordOverrides } from '../severity/classify.ts';
import { leadingRows } from '../severity/worst-first.ts';

/** One version's region list. */
export interface RegionList {
  readonly version: Version;
  readonly regions: readonly Region[];
  /** Whether the list is known to hold all regions; of a cut one nothing is said to be missing. */
  readonly complete: boolean;
}

const compared = ['name', 'zone', 'country', 'status'] as const;
export type ComparedField = (typeof compared)[number];

/** One field of one region that two versions give differently, as sent. */
export interface Contradiction {
  readonly code: string;
  readonly field: ComparedField;
  readonly v1: string | null;
  readonly v2: string | null;
}

export interface RegionComparison {
  /** Codes that both lists hold. */
  readonly inBoth: number;
  /** Codes that the complete list of the other version does not hold: a note, not a fault. */
  readonly onlyIn: Readonly<Record<Version, readonly string[]>>;
  readonly contradictions: readonly Contradiction[];
}

/** Compares the two lists code by code; of a code that repeats the worst row of each list. */
export function compareRegions(v1: RegionList, v2: RegionList, words: WordOverrides): RegionComparison {
  const first = leadingRows(v1.regions, ({ code }) => code, words);
  const second = leadingRows(v2.regions, ({ code }) => code, words);
  const missingFrom = (held: ReadonlyMap<string, Region>, other: ReadonlyMap<string, Region>) =>
    [...held.keys()].filter((code) => !other.has(code)).toSorted();
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

/** What one version's list says of a region. */
export interface RegionReport {
  readonly version: Version;
  readonly region: Region;
}

/** The report whose status is worse; of equals the first. */
export function worseReport(
  reports: readonly [RegionReport, ...RegionReport[]],
  words: WordOverrides,
): RegionReport {
  return reports.reduce((worst, next) =>
    compareStates(classify(next.region.status, words), classify(worst.region.status, words)) < 0 ? next : worst,
  );
}

/** "Degraded in v2, operational in v1", the worse first; `null` where all reports give the same word. */
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
