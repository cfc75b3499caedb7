import { expect, it } from 'vitest';
import type { SeriesPoint } from '#contract/history.ts';
import { levelChange } from './level.ts';

const begin = Date.parse('2026-03-12T00:00:00Z');
const hour = 3_600_000;

/** Points of one hour each. `null`: no poll in that hour. */
function points(values: readonly (number | string | null)[], last: Partial<SeriesPoint> = {}): SeriesPoint[] {
  return values.map((value, index) => ({
    from: new Date(begin + index * hour).toISOString(),
    to: new Date(begin + (index + 1) * hour).toISOString(),
    first: value,
    last: value,
    min: value,
    max: value,
    falls: 0,
    observedSeconds: value === null ? 0 : 3600,
    claim: value === null ? null : 'exact',
    ...(index === values.length - 1 && last),
  }));
}

it('is the difference between both ends, with any values between', () => {
  expect(levelChange(points([40, 100, 30]))).toEqual({ by: -10, since: null });
  expect(levelChange(points(['9007199254740993', 5, '9007199254740999']))).toEqual({ by: 6, since: null });
});

it('states its start if the record begins later', () => {
  expect(levelChange(points([null, null, 1, 1, 2]))).toEqual({ by: 1, since: begin + 2 * hour });
});

const truncated = { claim: 'at-least' } as const;

it('is unknown with two points, or if only a lower bound is known of an end', () => {
  expect(levelChange(points([1, null, 2]))).toBeNull();
  const series = points([1, 2, 3, 4, 5, 6]);
  expect(
    levelChange(series.map((point, index) => (index > 2 ? { ...point, ...truncated } : point))),
  ).toBeNull();
  expect(
    levelChange(series.map((point, index) => (index === 0 ? { ...point, ...truncated } : point))),
  ).toBeNull();
});

it('ends before the newest points if the host has just started and its list is still truncated', () => {
  expect(levelChange(points([40, 100, 30, 2], truncated))).toEqual({ by: -10, since: null });
  const series = points([40, 100, 30, 2, 50]);
  const two = series.map((point, index) => (index > 2 ? { ...point, ...truncated } : point));
  expect(levelChange(two)).toEqual({ by: -10, since: null });
});

it('states the first poll if the point starts before the record', () => {
  const series = points([null, null, 1, 1, 2]).map((point, index) =>
    index === 2 ? { ...point, observedSeconds: 600 } : point,
  );
  expect(levelChange(series)?.since).toBe(begin + 3 * hour - 600_000);
});
