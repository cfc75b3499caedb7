import { describe, expect, test } from 'vitest';
import type { Group } from '../lists/listing.ts';
import { ranked, totalOf } from './ranking.ts';

function group(name: string, count: number, bytes: number | bigint): Group {
  return { key: [name], count, sums: { bytes: { total: bytes, counted: count, missing: 0 } } };
}

const groups = [group('a', 3, 10), group('b', 1, 2n ** 60n), group('c', 2, 30), group('d', 2, 0)];
const names = (all: readonly Group[]) => all.map(({ key }) => key[0]);

describe('ranked', () => {
  test('by a sum, largest first, exact beyond 2^53', () => {
    const { top, rest } = ranked(groups, 'bytes', 2);
    expect(names(top)).toEqual(['b', 'c']);
    expect(names(rest)).toEqual(['a', 'd']);
    expect(totalOf(rest, 'bytes')).toBe(10);
    expect(totalOf(groups, 'bytes')).toBe(2n ** 60n + 40n);
  });

  test('by count, equal ones in their own order', () => {
    expect(names(ranked(groups, null, 9).top)).toEqual(['a', 'c', 'd', 'b']);
  });

  test('a single remaining group is shown instead of a rest', () => {
    expect(ranked(groups, null, 3).rest).toEqual([]);
  });
});
