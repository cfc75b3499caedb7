/**
 * Gaps in coverage within the range of a handover (docs/understand/history-api.md, part 11). Times are in epoch
 * milliseconds.
 */

import type { GapCause } from '#contract/history.ts';
import type { CoverageInterval } from '../coverage/coverage.ts';
import { unitedIntervals } from '../coverage/united-coverage.ts';
import type { Window } from '../spans/shares.ts';

export interface PolledInterval extends CoverageInterval {
  /** Path of the endpoint in the API document. */
  readonly endpoint: string;
}

export interface PolledGap extends Window {
  readonly endpoint: string;
  readonly cause: GapCause;
}

function byTime(a: PolledGap, b: PolledGap): number {
  return a.from - b.from || (a.endpoint < b.endpoint ? -1 : a.endpoint > b.endpoint ? 1 : 0);
}

/**
 * Returns the gaps of one resource, clipped to the range. Those that touch are one gap if they have one cause, so
 * that the gaps of two ranges add up to those of both.
 * @param versions - coverage of each polled version of the resource, the one that was polled first before the others
 */
function gapsOfResource(versions: readonly (readonly PolledInterval[])[], range: Window): readonly PolledGap[] {
  const gaps: PolledGap[] = [];
  for (const { endpoint, from: begin, to: end, outcome, cause } of unitedIntervals(versions)) {
    const [from, to] = [Math.max(range.from, begin), Math.min(range.to, end ?? range.to)];
    if (outcome === 'seen' || cause === null || from >= to) continue;
    const last = gaps.at(-1);
    const isSame = last?.to === from && last.cause === cause && last.endpoint === endpoint;
    if (last && isSame) gaps[gaps.length - 1] = { ...last, to };
    else gaps.push({ endpoint, from, to, cause });
  }
  return gaps;
}

/**
 * Returns the gaps of all resources in order of time. Each has the endpoint of the version that was polled then.
 * @param resources - for each resource, the coverage of its versions as in `gapsOfResource`
 */
export function gapsInRange(
  resources: readonly (readonly (readonly PolledInterval[])[])[],
  range: Window,
): readonly PolledGap[] {
  return resources.flatMap((versions) => gapsOfResource(versions, range)).toSorted(byTime);
}

/** Returns the milliseconds without coverage of each endpoint that has some. */
export function millisecondsBlind(gaps: readonly PolledGap[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { endpoint, from, to } of gaps) sums.set(endpoint, (sums.get(endpoint) ?? 0) + to - from);
  return sums;
}
