import { expect, test } from 'vitest';
import type { Group } from '#domain/lists/listing.ts';
import { meanBytes, segmentRows } from './segments.ts';

function group(segment: string | null, word: string | null, count: number, bytes: number): Group {
  return { key: [segment, word], count, sums: { bytes: { total: bytes, counted: count, missing: 0 } } };
}

const groups = [
  group('/media/', 'HIT', 2, 100),
  group('/tiles/', 'HIT', 5, 10),
  group('/media/', 'MISS', 1, 50),
  group(null, null, 1, 7),
  group('/x/', 'HIT', 1, 1),
];

test('segments are sorted by count, with their words and the others as one row', () => {
  const rows = segmentRows(groups, 2);
  expect(rows.map(({ segment, others, count }) => [segment, others, count])).toEqual([
    ['/tiles/', 0, 5],
    ['/media/', 0, 3],
    [null, 2, 2],
  ]);
  expect([...(rows[1]?.words ?? [])]).toEqual([
    ['HIT', 2],
    ['MISS', 1],
  ]);
  expect(rows[1]?.bytes.total).toBe(150);
  expect(rows.map(meanBytes)).toEqual([2n, 50n, 4n]);
});

test('assets without a path have their own row, and a rest of one segment keeps its name', () => {
  expect(segmentRows(groups, 3).map(({ segment, others }) => [segment, others])).toEqual([
    ['/tiles/', 0],
    ['/media/', 0],
    [null, 0],
    ['/x/', 0],
  ]);
});
