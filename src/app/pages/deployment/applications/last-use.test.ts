import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coarseAge, isBeyondAxis, positionOf, ticks } from './last-use.ts';

const minute = 60_000;
const day = 86_400_000;

describe('the axis of last use', () => {
  test('has all its ticks in order, from the oldest to the newest', () => {
    expect(ticks.map(({ label }) => label.replace('\u00a0', ' '))).toEqual([
      '1 y',
      '90 d',
      '30 d',
      '7 d',
      '1 d',
      '1 h',
      '1 min',
    ]);
    const positions = ticks.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions.every((position) => position > 0 && position < 1)).toBe(true);
  });

  test('puts more recent uses further right, and nothing outside', () => {
    fc.assert(
      fc.property(fc.integer({ min: -day, max: 4000 * day }), fc.nat(4000 * day), (age, older) => {
        const position = positionOf(age);
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(1);
        expect(positionOf(age + older)).toBeLessThanOrEqual(position);
      }),
    );
  });

  test('recognises ages beyond its old end', () => {
    expect(isBeyondAxis(400 * day)).toBe(false);
    expect(isBeyondAxis(500 * day)).toBe(true);
  });
});

test.each([
  [-3_000, '0 s'],
  [42_000, '42 s'],
  [12 * minute + 5_000, '12 min'],
  [90 * minute, '1 h'],
  [40 * 60 * minute, '40 h'],
  [2 * day, '2 d'],
  [100.9 * day, '100 d'],
])('an age of %i ms is "%s"', (age, text) => {
  expect(coarseAge(age).replace('\u00a0', ' ')).toBe(text);
});
