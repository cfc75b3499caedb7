import { describe, expect, test } from 'vitest';
import { linearScale, logScale } from './scale.ts';

describe('an axis of values', () => {
  test('begins at zero and leaves room above the highest', () => {
    const { ticks, place } = linearScale(100_000_000);
    expect(ticks).toEqual([0, 50_000_000, 100_000_000]);
    expect(place(0)).toBe(0);
    expect(place(100_000_000)).toBeCloseTo(1 / 1.4);
  });

  test('has lines at whole numbers only', () => {
    expect(linearScale(1).ticks).toEqual([0, 1]);
    expect(linearScale(0).ticks).toEqual([0, 1]);
  });

  test('of powers of ten has a line at each, and zero at its foot', () => {
    const { ticks, place } = logScale(40, 90_000);
    expect(ticks).toEqual([10, 100, 1_000, 10_000, 100_000, 1_000_000]);
    expect(place(10)).toBe(0);
    expect(place(0)).toBe(0);
    expect(place(1_000)).toBeCloseTo(2 / 5);
  });
});
