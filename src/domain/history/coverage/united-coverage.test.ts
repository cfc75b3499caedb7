import { expect, it } from 'vitest';
import type { SightEntry } from '#contract/history.ts';
import { seenOf } from '../timeline.ts';
import { unitedCoverage } from './united-coverage.ts';

const minute = 60_000;
const begin = Date.parse('2026-03-12T00:00:00.000Z');
const time = (minutes: number) => new Date(begin + minutes * minute).toISOString();
const window = { from: begin, to: begin + 90 * minute };

function stretch(
  version: string,
  from: number,
  to: number | null,
  cause: SightEntry['cause'] = null,
): SightEntry {
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

function told(sight: readonly SightEntry[], endpoint: string) {
  return sight
    .filter((each) => each.endpoint === endpoint)
    .map(({ from, to, cause }) => [
      (Date.parse(from) - begin) / minute,
      to === null ? null : (Date.parse(to) - begin) / minute,
      cause,
    ]);
}

it('has the coverage of the old and of the new version', () => {
  const sight = [
    stretch('v1', -60, 20),
    stretch('v1', 20, 30, 'unreachable'),
    stretch('v1', 30, 40),
    stretch('v1', 40, null, 'not-recorded'),
    stretch('v2', -60, 50, 'not-recorded'),
    stretch('v2', 50, 80),
    stretch('v2', 80, null, 'pending'),
  ];
  const united = unitedCoverage(sight);
  for (const endpoint of ['/api/v1/nodes', '/api/v2/nodes'])
    expect(told(united, endpoint)).toEqual([
      [-60, 20, null],
      [20, 30, 'unreachable'],
      [30, 40, null],
      [40, 50, 'not-recorded'],
      [50, 80, null],
      [80, null, 'pending'],
    ]);
  const { stretches } = seenOf(united, '/api/v2/nodes', window, window.to);
  expect(stretches.reduce((sum, { from, to }) => sum + to - from, 0) / minute).toBe(60);
});

it('keeps isolated polls, and leaves other resources unchanged', () => {
  const lone = [stretch('v1', 10, 10), stretch('v1', 10, null, 'unreachable')];
  const other = { ...stretch('v1', 0, null, 'denied'), endpoint: '/api/v1/regions' };
  const sight = [stretch('v1', -60, 10, 'unreachable'), ...lone, other];
  expect(unitedCoverage(sight)).toEqual(sight);
  const united = unitedCoverage([...sight, stretch('v2', -60, null, 'not-recorded')]);
  expect(told(united, '/api/v2/nodes')).toEqual([
    [-60, 10, 'unreachable'],
    [10, 10, null],
    [10, null, 'unreachable'],
  ]);
  expect(united).toContainEqual(other);
});
