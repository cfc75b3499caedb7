import type { Group } from '../lists/listing.ts';
import { classify, compareStates, type State, type WordOverrides } from '../severity/classify.ts';
import { isGood, isSeverity, type Severity } from '../severity/severity.ts';

export interface RegionStates {
  readonly state: State;
  /** Severity of the regions, evidence of their nodes included (severity/region-state.ts). */
  readonly severity: Severity;
  readonly count: number;
}

export interface CountedRegions {
  readonly good: readonly RegionStates[];
  readonly notGood: readonly RegionStates[];
  /** Regions whose severity depends on nodes that are out of date. */
  readonly unconfirmed: readonly RegionStates[];
}

/**
 * Counts regions by state: good, not good, unconfirmed.
 * @param groups - regions grouped by status word and severity
 */
export function countRegions(groups: readonly Group[], words: WordOverrides): CountedRegions {
  const all = groups
    .flatMap(({ key: [word = null, severity], count }) =>
      isSeverity(severity) ? [{ state: classify(word, words), severity, count }] : [],
    )
    .toSorted(
      (a, b) =>
        compareStates({ ...a.state, severity: a.severity }, { ...b.state, severity: b.severity }) ||
        b.count - a.count,
    );
  return {
    good: all.filter(({ severity }) => isGood(severity)),
    notGood: all.filter(({ severity }) => !isGood(severity) && severity !== 'unvouched'),
    unconfirmed: all.filter(({ severity }) => severity === 'unvouched'),
  };
}

export function totalOf(states: readonly RegionStates[]): number {
  return states.reduce((sum, { count }) => sum + count, 0);
}
