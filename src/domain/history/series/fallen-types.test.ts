import { expect, test } from 'vitest';
import type { SeriesPoint } from '#contract/history.ts';
import { fallenIn, fallMoments } from './fallen-types.ts';

const begin = Date.parse('2026-11-27T00:00:00.000Z');
const minute = 60_000;

function points(...values: readonly (readonly [last: number | null, falls: number])[]): readonly SeriesPoint[] {
  return values.map(([last, falls], index) => ({
    from: new Date(begin + index * minute).toISOString(),
    to: new Date(begin + (index + 1) * minute).toISOString(),
    first: last,
    last,
    min: last,
    max: last,
    falls,
    observedSeconds: 60,
    claim: 'exact',
  }));
}

test('falls of several sources in one point are one moment, from the last point with a poll', () => {
  const moments = fallMoments([
    { source: 'api', points: points([9, 0], [null, 0], [2, 1], [3, 0]) },
    { source: 'server', points: points([9, 0], [8, 1], [7, 1], [7, 0]) },
  ]);
  expect(
    moments.map(({ at, window, sources }) => [
      (at - begin) / minute,
      (window.from - begin) / minute,
      (window.to - begin) / minute,
      sources,
    ]),
  ).toEqual([
    [1, 0, 2, ['server']],
    [2, 0, 3, ['api', 'server']],
  ]);
  expect(fallMoments([])).toEqual([]);
});

test('types are sorted by the size of their fall, exact beyond 2^53', () => {
  const data = [
    { key: 'evt_1', first: 10, last: 4 },
    { key: 'evt_2', first: '9007199254740993', last: '9007199254740992' },
    { key: 'evt_3', first: 4, last: 10 },
    { key: 'evt_4', first: 100, last: 0 },
    { key: 'evt_5', first: 7, last: 7 },
  ];
  expect(fallenIn({ data })).toEqual(['evt_4', 'evt_1', 'evt_2']);
});
