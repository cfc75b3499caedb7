import { describe, expect, test } from 'vitest';
import type { Figure, SeriesPoint } from '#contract/history.ts';
import { extremesOf, fallsOf, piecesOf, pointAt, stackedPieces } from './series-lines.ts';

const begin = Date.parse('2026-11-20T00:00:00Z');
const hour = 3_600_000;

/**
 * Points of one hour each: the value of its first and of its last poll, and the number of falls. `null`: no
 * poll.
 */
function pointsOf(...told: readonly (readonly [Figure, Figure, number?] | null)[]): readonly SeriesPoint[] {
  return told.map((point, index) => {
    const [first = null, last = null, falls = 0] = point ?? [];
    const values = [first, last].filter((value) => value !== null).map(BigInt);
    const [low = null, high = null] = values.toSorted((a, b) => (a < b ? -1 : 1)).map(Number);
    return {
      from: new Date(begin + index * hour).toISOString(),
      to: new Date(begin + (index + 1) * hour).toISOString(),
      first,
      last,
      min: low,
      max: high,
      falls,
      observedSeconds: point ? 3600 : 0,
      claim: point ? 'exact' : null,
    };
  });
}

const seen = (...hours: readonly (readonly [number, number])[]) =>
  hours.map(([from, to]) => ({ from: begin + from * hour, to: begin + to * hour, longest: 60_000 }));

/** Hours and heights of each line. */
const drawn = (pieces: ReturnType<typeof piecesOf>) =>
  pieces.map((piece) => piece.map(({ at, high }) => [(at - begin) / hour, high]));

describe('lines of a series', () => {
  test('run from the first poll to the last', () => {
    expect(drawn(piecesOf(pointsOf([1, 2], [3, 4]), seen([0, 2])))).toEqual([
      [
        [0, 1],
        [1, 2],
        [1, 3],
        [2, 4],
      ],
    ]);
  });

  test('end exactly at a gap', () => {
    const pieces = piecesOf(pointsOf([1, 2], [3, 4], [5, 6]), seen([0, 0.75], [1.5, 3]));
    expect(drawn(pieces)).toEqual([
      [
        [0, 1],
        [0.75, 2],
      ],
      [
        [1.5, 3],
        [2, 4],
        [2, 5],
        [3, 6],
      ],
    ]);
  });

  test('never cross a gap within a point, or a point without a poll', () => {
    expect(drawn(piecesOf(pointsOf([1, 2]), seen([0, 0.25], [0.5, 1])))).toEqual([[[0, 1]], [[1, 2]]]);
    const across = piecesOf(pointsOf([1, 2], null, [5, 6]), seen([0, 1], [2, 3]));
    expect(drawn(across).map((piece) => piece.length)).toEqual([2, 2]);
  });

  test('never cross a fall, anywhere in a point', () => {
    expect(drawn(piecesOf(pointsOf([8, 9], [2, 3, 1]), seen([0, 2])))).toEqual([
      [
        [0, 8],
        [1, 9],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ]);
    expect(drawn(piecesOf(pointsOf([8, 9], [10, 3, 1], [4, 5]), seen([0, 3])))).toEqual([
      [
        [0, 8],
        [1, 9],
        [1, 10],
      ],
      [
        [2, 3],
        [2, 4],
        [3, 5],
      ],
    ]);
  });

  test('of a stack break above the fallen series, and not below it', () => {
    const lower = pointsOf([10, 10], [10, 10]);
    const middle = pointsOf([8, 9], [2, 3, 1]);
    const upper = pointsOf([1, 1], [1, 1]);
    const pieces = stackedPieces([lower, middle, upper], seen([0, 2]));
    expect(pieces.map((each) => each.length)).toEqual([1, 2, 2]);
    expect(pieces[2]?.[1]?.[0]).toEqual({ at: begin + hour, low: 12, high: 13 });
  });
});

describe('falls', () => {
  test('between two points have the values of the polls around them', () => {
    const [fall] = fallsOf(pointsOf([8, 9], [2, 3, 1]), seen([0, 2]));
    expect(fall).toEqual({
      at: begin + hour,
      from: begin + hour - 60_000,
      to: begin + hour + 60_000,
      before: 9,
      after: 2,
      count: 1,
      isExact: true,
      isAcrossGap: false,
    });
  });

  test('within a point have the highest and the lowest value', () => {
    const [fall] = fallsOf(pointsOf([8, 9], [10, 3, 2]), seen([0, 2]));
    expect(fall).toMatchObject({ before: 10, after: 3, count: 2, isExact: false, from: begin + hour });
  });

  test('across a gap are marked as such', () => {
    const [fall] = fallsOf(pointsOf([8, 9], null, [2, 3, 1]), seen([0, 0.9], [2.5, 3]));
    expect(fall).toMatchObject({
      isAcrossGap: true,
      at: begin + 2.5 * hour,
      from: begin + 0.9 * hour,
      to: begin + 2.5 * hour,
    });
  });

  test('beyond 2^53 are compared exactly', () => {
    const points = pointsOf(
      ['9007199254740993', '9007199254740993'],
      ['9007199254740992', '9007199254740992', 1],
    );
    expect(fallsOf(points, seen([0, 2]))).toMatchObject([{ isExact: true, before: '9007199254740993' }]);
  });
});

test('the highest and the lowest value have their times', () => {
  const points = pointsOf(null, [7, 8], [2, 9, 1]);
  expect(extremesOf(points)).toEqual({
    highest: { value: 9, at: begin + 2 * hour },
    lowest: { value: 2, at: begin + 2 * hour },
  });
  expect(extremesOf(pointsOf(null))).toBeNull();
});

test.each([
  ['at the start', 0, 0],
  ['inside a point', 59, 0],
  ['in a gap far from a single poll', 110, 1],
  ['just before a single poll', 177, 2],
  ['just after it', 183, 2],
  ['past it', 190, 3],
  ['after the end', 900, 3],
])('the point %s is found by its time', (_case, seconds, expected) => {
  const text = (at: number) => new Date(begin + at * 1000).toISOString();
  const values = { first: 1, last: 1, min: 1, max: 1, falls: 0, observedSeconds: 0, claim: 'exact' } as const;
  const spans = [
    [0, 60],
    [60, 180],
    [180, 180],
    [180, 240],
  ] as const;
  const points = spans.map(([from, to]) => ({ ...values, from: text(from), to: text(to) }));
  expect(pointAt(points, begin + seconds * 1000, 4_000)).toBe(expected);
});
