import { expect, it } from 'vitest';
import type { CoverageEntry } from '#contract/history.ts';
import { seenOf } from '../timeline.ts';
import { unitedCoverage } from './united-coverage.ts';

const minute = 60_000;
const begin = Date.parse('2026-03-12T00:00:00.000Z');
const time = (minutes: number) => new Date(begin + minutes * minute).toISOString();
const window = { from: begin, to: begin + 90 * minute };

function interval(
  version: string,
  from: number,
  to: number | null,
  cause: CoverageEntry['cause'] = null,
): CoverageEntry {
  return {
    endpoint: `/api/${version}/nodes`,
    from: time(from),
    to: to === null ? null : time(to),
    outcome: cause === null ? 'seen' : 'blind',
    cause,
    detail: null,
    looks: 2,
    longestSeconds: cause === null ? 60 : null,
    complete: true,
  };
}

function told(coverage: readonly CoverageEntry[], endpoint: string) {
  return coverage
    .filter((each) => each.endpoint === endpoint)
    .map(({ from, to, cause }) => [
      (Date.parse(from) - begin) / minute,
      to === null ? null : (Date.parse(to) - begin) / minute,
      cause,
    ]);
}

it('has the coverage of the old and of the new version', () => {
  const coverage = [
    interval('v1', -60, 20),
    interval('v1', 20, 30, 'unreachable'),
    interval('v1', 30, 40),
    interval('v1', 40, null, 'not-recorded'),
    interval('v2', -60, 50, 'not-recorded'),
    interval('v2', 50, 80),
    interval('v2', 80, null, 'pending'),
  ];
  const united = unitedCoverage(coverage);
  for (const endpoint of ['/api/v1/nodes', '/api/v2/nodes'])
    expect(told(united, endpoint)).toEqual([
      [-60, 20, null],
      [20, 30, 'unreachable'],
      [30, 40, null],
      [40, 50, 'not-recorded'],
      [50, 80, null],
      [80, null, 'pending'],
    ]);
  const { intervals } = seenOf(united, '/api/v2/nodes', window, window.to);
  expect(intervals.reduce((sum, { from, to }) => sum + to - from, 0) / minute).toBe(60);
});

it('keeps isolated polls, and leaves other resources unchanged', () => {
  const isolated = [interval('v1', 10, 10), interval('v1', 10, null, 'unreachable')];
  const other = { ...interval('v1', 0, null, 'denied'), endpoint: '/api/v1/regions' };
  const coverage = [interval('v1', -60, 10, 'unreachable'), ...isolated, other];
  expect(unitedCoverage(coverage)).toEqual(coverage);
  const united = unitedCoverage([...coverage, interval('v2', -60, null, 'not-recorded')]);
  expect(told(united, '/api/v2/nodes')).toEqual([
    [-60, 10, 'unreachable'],
    [10, 10, null],
    [10, null, 'unreachable'],
  ]);
  expect(united).toContainEqual(other);
});
