/** Computes the coverage of a list within a window, and its isolated polls. */

import { endpointAt, isEndpointPath } from '#contract/endpoints.ts';
import type { SubjectKind } from '#contract/history.ts';
import type { Resource } from '#contract/resources.ts';
import { intervalsAt, seenTimes } from '#domain/history/coverage/coverage.ts';
import { unitedIntervals } from '#domain/history/coverage/united-coverage.ts';
import { hiddenIn } from '#domain/history/spans/marks.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { Known } from '../memory/known.ts';

export interface SeenTime {
  /**
   * Covered times in order, clipped to the window. No two touch. `isolated` has the times of isolated polls.
   */
  readonly intervals: readonly Window[];
  readonly isolated: readonly number[];
  /** Times of truncated responses, in order. An isolated truncated response takes one millisecond. */
  readonly truncated: readonly Window[];
  /** Maximum milliseconds between two polls in the window. A shorter change may have been missed. */
  readonly couldHide: number;
}

export const resourceOf: Readonly<Record<SubjectKind, Resource>> = {
  deployment: 'status',
  component: 'status',
  region: 'region',
  node: 'node',
};

export function endpointsFor(known: Known, deployment: string, resource: Resource) {
  return known
    .endpoints(deployment)
    .filter(({ path }) => isEndpointPath(path) && endpointAt(path).resource === resource);
}

function mergedIntervals(intervals: readonly Window[]): readonly Window[] {
  const apart: Window[] = [];
  for (const { from: begin, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    const from = Math.max(begin, last?.to ?? begin);
    if (from >= to) continue;
    if (last?.to === from) apart[apart.length - 1] = { from: last.from, to };
    else apart.push({ from, to });
  }
  return apart;
}

export function seenTimeOf(
  known: Known,
  deployment: string,
  resource: Resource,
  window: Window,
  now: number,
): SeenTime {
  const { from, to } = window;
  const knownUntil = known.knownUntil(deployment) ?? from;
  const versions = endpointsFor(known, deployment, resource).map(({ id }) =>
    intervalsAt(known.coverage(id), now),
  );
  const united = unitedIntervals(versions);
  const intervals = mergedIntervals(
    united.flatMap((interval) => {
      const [begin, end] = [Math.max(from, interval.from), Math.min(to, interval.to ?? to)];
      return interval.outcome === 'seen' && begin < end ? [{ from: begin, to: end }] : [];
    }),
  );
  const isolated = versions
    .flatMap(seenTimes)
    .filter((time) => time.from === time.to && time.from >= from && time.from < to)
    .map((time) => time.from)
    .toSorted((a, b) => a - b);
  const truncated = united
    .filter(({ outcome, complete }) => outcome === 'seen' && !complete)
    .map((each) => ({
      from: Math.max(from, each.from),
      to: Math.min(to, Math.max(each.from + 1, each.to ?? to)),
    }))
    .filter((each) => each.from < each.to);
  return { intervals, isolated, truncated, couldHide: hiddenIn(window, united, knownUntil) };
}
