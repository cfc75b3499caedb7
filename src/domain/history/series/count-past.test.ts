import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markLetters, type SeriesPoint } from '#contract/history.ts';
import {
  addedIn,
  changedSubjects,
  closerTo,
  fallFromNear,
  intervalsBetween,
  isNeverLower,
  observedShare,
} from './count-past.ts';
import { fallsOf } from './series-lines.ts';

const begin = Date.parse('2026-11-20T00:00:00Z');
const hour = 3_600_000;

/**
 * Points of one hour each. Each inner list contains the values of the polls in that hour; an empty list gives
 * an empty point.
 */
function pointsOf(hours: readonly (readonly number[])[]): readonly SeriesPoint[] {
  let before: number | null = null;
  return hours.map((polls, index) => {
    let falls = 0;
    for (const look of polls) {
      if (before !== null && look < before) falls += 1;
      before = look;
    }
    return {
      from: new Date(begin + index * hour).toISOString(),
      to: new Date(begin + (index + 1) * hour).toISOString(),
      first: polls[0] ?? null,
      last: polls.at(-1) ?? null,
      min: polls.length > 0 ? Math.min(...polls) : null,
      max: polls.length > 0 ? Math.max(...polls) : null,
      falls,
      observedSeconds: polls.length > 0 ? 3600 : 0,
      claim: polls.length > 0 ? 'exact' : null,
    };
  });
}

const seen = (...hours: readonly (readonly [number, number])[]) =>
  hours.map(([from, to]) => ({ from: begin + from * hour, to: begin + to * hour, longest: 60_000 }));
const ends = begin + 24 * hour;

describe('times between falls', () => {
  test('have their first and last value, and nothing across the fall', () => {
    const points = pointsOf([[10, 20], [30], [5, 6], [8]]);
    const falls = fallsOf(points, seen([0, 4]));
    expect(
      intervalsBetween(points, falls, ends).map(({ first, last, change, isAfterFall }) => [
        first,
        last,
        change,
        isAfterFall,
      ]),
    ).toEqual([
      [10, 30, 20, false],
      [5, 8, 3, true],
    ]);
  });

  test('do not exist without polls', () => {
    expect(intervalsBetween(pointsOf([[], []]), [], ends)).toEqual([]);
  });

  test('have an exact change beyond 2^53', () => {
    const points = pointsOf([[1], [2]]).map((point, index) => ({
      ...point,
      first: `${9_007_199_254_740_993n + BigInt(index)}`,
      last: `${9_007_199_254_740_993n + BigInt(index)}`,
    }));
    expect(intervalsBetween(points, [], ends)[0]?.change).toBe(1);
  });

  test('never decrease between single falls', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }), { maxLength: 12 }),
        (hours) => {
          const points = pointsOf(hours);
          const falls = fallsOf(points, seen([0, hours.length]));
          for (const interval of intervalsBetween(points, falls, ends)) {
            expect(interval.to).toBeGreaterThanOrEqual(interval.from);
            if (falls.every(({ count, isExact }) => count === 1 && isExact))
              expect(Number(interval.change)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});

describe('the increase in a point', () => {
  const points = pointsOf([[10], [30], [5], [8], [], [12]]);

  test('counts from the poll before it', () => {
    expect(addedIn(points, 1, seen([0, 6]))).toBe(20);
    expect(addedIn(points, 3, seen([0, 6]))).toBe(3);
  });

  test('is unknown for the first point, across a fall or gap, and next to an empty point', () => {
    expect(addedIn(points, 0, seen([0, 6]))).toBeNull();
    expect(addedIn(points, 2, seen([0, 6]))).toBeNull();
    expect(addedIn(points, 1, seen([0, 0.9], [1.5, 6]))).toBeNull();
    expect(addedIn(points, 5, seen([0, 6]))).toBeNull();
  });

  test('is known for the newest point, which is not over', () => {
    expect(addedIn(points, 3, seen([0, 3.2]))).toBe(3);
  });
});

test('the observed share of the elapsed time is floored', () => {
  const points = pointsOf([[1], [], [1]]);
  const window = { from: begin, to: begin + 6 * hour };
  expect(observedShare(points, window, begin + 3 * hour)).toBe(6_666);
  expect(observedShare(points, window, begin + 2 * hour)).toBe(10_000);
});

test('a fall is located by the hour, then by shorter steps', () => {
  const fall = { from: begin + 0.5 * hour, to: begin + 1.5 * hour };
  expect(closerTo(fall, true)).toEqual({ from: begin, to: begin + 2 * hour, points: 2 });
  expect(closerTo(fall, false).points).toBeGreaterThan(60);
  expect(closerTo({ from: begin, to: begin + 100 * 24 * hour }, true).points).toBeLessThanOrEqual(2_000);
});

test('at a finer resolution a fall may be several, and an unlocated fall stays as it was', () => {
  const points = pointsOf([[10], [30], [5], [8]]);
  const [fall] = fallsOf(points, seen([0, 4]));
  if (!fall) throw new Error('It fell.');
  const near = [
    { ...fall, to: fall.to - 1 },
    { ...fall, from: fall.from + 1 },
  ];
  expect(fallFromNear(fall, near)).toEqual(near);
  expect(fallFromNear(fall, null)).toEqual([fall]);
  expect(fallFromNear(fall, [])).toEqual([fall]);
  expect(fallFromNear(fall, [{ ...fall, from: fall.to, to: fall.to + hour }])).toEqual([fall]);
});

test('subjects that changed are sorted worst first', () => {
  const entries = [
    { name: 'even', worst: 'oooo' },
    { name: 'unseen', worst: 'oo--' },
    { name: 'hurt', worst: 'odoo' },
    { name: 'out', worst: 'ooco' },
  ];
  expect(changedSubjects(entries, markLetters).map(({ name }) => name)).toEqual(['out', 'hurt']);
});

test.each([
  ['nothing', [], null],
  ['one point', [[], [3, 4]], null],
  ['growth', [[1], [2, 4], [4]], true],
  ['growth across points without a poll', [[1], [], [4]], true],
  ['a fall', [[4], [3]], false],
  ['a fall within a point', [[4, 1, 5], [6]], false],
])('whether each value is at least the one before is known after %s', (_case, hours, expected) => {
  expect(isNeverLower(pointsOf(hours))).toBe(expected);
});

test('a lower value after a time without one is no growth, even if it is no fall', () => {
  const points = pointsOf([[4], [], [2]]).map((point) => ({ ...point, falls: 0 }));
  expect(isNeverLower(points)).toBe(false);
});

test('the difference of two lower bounds is not known', () => {
  const points = pointsOf([[4], [6]]);
  const covered = seen([0, 2]);
  expect(addedIn(points, 1, covered)).toBe(2);
  expect(
    addedIn(
      points.map((point) => ({ ...point, claim: 'at-least' as const })),
      1,
      covered,
    ),
  ).toBeNull();
});
