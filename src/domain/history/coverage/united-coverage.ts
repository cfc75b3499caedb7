/**
 * Unites the coverage of two API versions of a resource that were polled one after the other: time is covered
 * if either version was polled. Times are in epoch milliseconds.
 */

import { endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import type { CoverageEntry } from '#contract/history.ts';
import { type CoverageInterval, isBeforeAll } from './coverage.ts';

export function intervalOf({
  from,
  to,
  outcome,
  cause,
  detail,
  looks: polls,
  longestSeconds,
  complete,
}: CoverageEntry): CoverageInterval {
  return {
    outcome,
    cause,
    detail,
    looks: polls,
    complete,
    from: Date.parse(from),
    to: to === null ? null : Date.parse(to),
    longest: longestSeconds === null ? null : longestSeconds * 1000,
  };
}

function entryOf(endpoint: string, { from, to, longest, ...interval }: CoverageInterval): CoverageEntry {
  return {
    endpoint,
    ...interval,
    from: new Date(from).toISOString(),
    to: to === null ? null : new Date(to).toISOString(),
    longestSeconds: longest === null ? null : longest / 1000,
  };
}

/**
 * Ranks a coverage interval among those of a resource's API versions; the lowest rank wins. The cause of a
 * gap is that of the polled version.
 */
function rankOf(interval: CoverageInterval): number {
  const { outcome, complete, cause } = interval;
  if (outcome === 'seen') return complete ? 0 : 1;
  if (cause === 'pending') return 2;
  if (cause !== 'not-recorded' && cause !== 'not-offered') return 3;
  return isBeforeAll(interval) ? 5 : 4;
}

function isIsolated({ from, to }: CoverageInterval): boolean {
  return from === to;
}

/** Returns the part of an interval between two polls of any API version. */
function partOf<Interval extends CoverageInterval>(interval: Interval, from: number, to: number): Interval {
  const keepsLongest = interval.outcome === 'seen' || isBeforeAll(interval) || !Number.isFinite(to);
  return {
    ...interval,
    from,
    to: Number.isFinite(to) ? to : null,
    longest: keepsLongest ? interval.longest : to - from,
  };
}

/**
 * Unites the coverage intervals of a resource's API versions. A part of equal rank is that of the first version.
 * @param versions - intervals of each version in order of time; those of one version tile all its time
 */
export function unitedIntervals<Interval extends CoverageInterval>(
  versions: readonly (readonly Interval[])[],
): readonly Interval[] {
  const [first = [], ...others] = versions;
  if (others.length === 0) return first;
  const lasting = versions.map((intervals) => intervals.filter((each) => !isIsolated(each)));
  const isolated = new Map(
    versions.flatMap((intervals) => intervals.filter(isIsolated).map((poll) => [poll.from, poll] as const)),
  );
  const ends = versions.flat().flatMap(({ from, to }) => [from, to ?? Number.POSITIVE_INFINITY]);
  const times = [...new Set(ends)].toSorted((a, b) => (a < b ? -1 : 1));
  const places = versions.map(() => 0);
  const at = (intervals: readonly Interval[], version: number, time: number): readonly Interval[] => {
    let place = places[version] ?? 0;
    while ((intervals[place]?.to ?? Number.POSITIVE_INFINITY) <= time) place += 1;
    places[version] = place;
    const interval = intervals[place];
    return interval && interval.from <= time ? [interval] : [];
  };
  const united: Interval[] = [];
  /** Interval to which the last part belongs; `null` after an isolated poll, which starts a new part. */
  let current: Interval | null = null;
  for (const [index, from] of times.entries()) {
    const poll = isolated.get(from);
    if (poll) {
      united.push(poll);
      current = null;
    }
    const to = times[index + 1];
    if (to === undefined) break;
    const [best = null] = lasting
      .flatMap((intervals, version) => at(intervals, version, from))
      .toSorted((a, b) => rankOf(a) - rankOf(b));
    const last = united.at(-1);
    if (best && best === current && last) united[united.length - 1] = partOf(best, last.from, to);
    else if (best) united.push(partOf(best, from, to));
    current = best;
  }
  return united;
}

/**
 * Unites rows of `GET /history/:slug/sight`: each API version of a resource gets the coverage of all its
 * versions.
 */
export function unitedCoverage(coverage: readonly CoverageEntry[]): readonly CoverageEntry[] {
  const resources = new Map<string, Map<string, CoverageEntry[]>>();
  for (const entry of coverage) {
    const { endpoint } = entry;
    const resource = isEndpointPath(endpoint) ? endpointAt(endpoint).resource : endpoint;
    const versions = resources.get(resource) ?? new Map<string, CoverageEntry[]>();
    const entries = versions.get(endpoint) ?? [];
    entries.push(entry);
    resources.set(resource, versions.set(endpoint, entries));
  }
  return [...resources.values()].flatMap((versions) => {
    const all = [...versions.values()];
    if (all.length === 1) return all.flat();
    const united = unitedIntervals(all.map((entries) => entries.map(intervalOf)));
    return [...versions.keys()].flatMap((endpoint) => united.map((interval) => entryOf(endpoint, interval)));
  });
}
