import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Group } from '../lists/listing.ts';
import { bandPosition, sizeBand, sizeBandLabel, sizeHistogram } from './size-bands.ts';

const space = '\u00a0';

describe('sizeBand', () => {
  test.each([
    [0, '0'],
    [1, '1'],
    [3, '1'],
    [4, '4'],
    [999, '317'],
    [1000, '1000'],
    [3162, '1000'],
    [3163, '3163'],
    [5_000_000_000, '3162277661'],
    [999_999_999_999_999_999n, '316227766016837950'],
    [10n ** 30n, '1000000000000000000'],
  ])('%s bytes are in the band from %s', (bytes, key) => expect(sizeBand(bytes)).toBe(key));

  test('a size lies within its band', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (bytes) => {
        expect(Number(sizeBand(bytes))).toBeLessThanOrEqual(bytes);
        expect(Number(sizeBand(bytes)) * 4).toBeGreaterThan(bytes);
      }),
    );
  });
});

describe('sizeBandLabel', () => {
  test.each([
    ['0', `0${space}B`],
    ['1000', `1.00${space}kB to 3.16${space}kB`],
    ['1000000000000000000', `1.00${space}EB and more`],
    ['soup', 'soup'],
  ])('%s reads %s', (key, label) => expect(sizeBandLabel(key)).toBe(label));
});

function groups(counts: Readonly<Record<string, number>>, unreadable = 0): readonly Group[] {
  const named = Object.entries(counts).map(([key, count]) => ({ key: [key], count, sums: {} }));
  return unreadable === 0 ? named : [...named, { key: [null], count: unreadable, sums: {} }];
}

describe('sizeHistogram', () => {
  test('bands between the smallest and the largest are present with 0; empty and unreadable sizes are separate', () => {
    const histogram = sizeHistogram(groups({ 10_000: 2, 0: 5, 1000: 7 }, 3));
    expect(histogram.bins.map(({ key, count }) => [key, count])).toEqual([
      ['1000', 7],
      ['3163', 0],
      ['10000', 2],
    ]);
    expect(histogram).toMatchObject({ empty: 5, unreadable: 3 });
    expect(histogram.bins[0]?.position).toBe(6);
  });

  test('only empty buckets give no bins', () => {
    expect(sizeHistogram(groups({ 0: 5 }))).toEqual({ bins: [], empty: 5, unreadable: 0 });
  });
});

test('bandPosition counts half decades from 1 byte', () => {
  expect(bandPosition(1_000_000n)).toBeCloseTo(12);
  expect(bandPosition(0)).toBe(0);
});
