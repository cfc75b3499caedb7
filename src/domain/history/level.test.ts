import { expect, it } from 'vitest';
import type { SeriesPoint } from '#contract/history.ts';
import { levelChange } from './level.ts';

const begin = Date.parse('2026-03-12T00:00:00Z');
const hour = 3_600_000;

/** A point an hour, `null` where nothing was seen. */
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

it('says what a level came to, whatever it did between', () => {
  expect(levelChange(points([40, 100, 30]))).toEqual({ by: -10, since: null });
  expect(levelChange(points(['9007199254740993', 5, '9007199254740999']))).toEqual({ by: 6, since: null });
});

it('says since when, where the record begins later', () => {
  expect(levelChange(points([null, null, 1, 1, 2]))).toEqual({ by: 1, since: begin + 2 * hour });
});

it('says nothing of two looks, nor of what is a lower bound', () => {
  expect(levelChange(points([1, null, 2]))).toBeNull();
  expect(levelChange(points([1, 2, 3], { claim: 'at-least' }))).toBeNull();
});

it('dates the first poll where the point begins before the record does', () => {
  const series = points([null, null, 1, 1, 2]).map((point, index) =>
    index === 2 ? { ...point, observedSeconds: 600 } : point,
  );
  expect(levelChange(series)?.since).toBe(begin + 3 * hour - 600_000);
});
