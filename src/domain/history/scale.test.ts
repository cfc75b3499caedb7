import { describe, expect, test } from 'vitest';
import { linearScale, lineRange, logScale } from './scale.ts';

describe('a small line', () => {
  test('draws 890 to 889 as a small step in the middle', () => {
    const { lowest, highest } = lineRange([890, 890, 889]);
    const place = (value: number) => (value - lowest) / (highest - lowest);
    expect(place(890) - place(889)).toBeCloseTo(1 / 17.8);
    expect(place(889)).toBeGreaterThan(0.4);
    expect(place(890)).toBeLessThan(0.6);
  });

  test('spans changes of 2 % or more exactly, and never extends below zero', () => {
    expect(lineRange([100, 90])).toEqual({ lowest: 90, highest: 100 });
    expect(lineRange([0, 0])).toEqual({ lowest: 0, highest: 1 });
    expect(lineRange([5])).toEqual({ lowest: 4.5, highest: 5.5 });
    expect(lineRange([])).toEqual({ lowest: 0, highest: 1 });
  });
});

describe('an axis of values', () => {
  test('starts at zero and has room above the highest value', () => {
    const { ticks, place } = linearScale(100_000_000);
    expect(ticks).toEqual([0, 50_000_000, 100_000_000]);
    expect(place(0)).toBe(0);
    expect(place(100_000_000)).toBeCloseTo(1 / 1.4);
  });

  test('has ticks at whole numbers only', () => {
    expect(linearScale(1).ticks).toEqual([0, 1]);
    expect(linearScale(0).ticks).toEqual([0, 1]);
  });

  test('has a tick at each power of ten, and zero at the bottom', () => {
    const { ticks, place } = logScale(40, 90_000);
    expect(ticks).toEqual([10, 100, 1_000, 10_000, 100_000, 1_000_000]);
    expect(place(10)).toBe(0);
    expect(place(0)).toBe(0);
    expect(place(1_000)).toBeCloseTo(2 / 5);
  });
});
