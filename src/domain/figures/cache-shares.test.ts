import { describe, expect, test } from 'vitest';
import type { Group } from '../lists/listing.ts';
import { byUsualShare, cacheColours, cacheShares, orderWords } from './cache-shares.ts';

function group(word: string | null, count: number, bytes: number | bigint = 0): Group {
  return { key: [word], count, sums: { bytes: { total: bytes, counted: count, missing: 0 } } };
}

test('HIT comes first, then known words, others by name, no word last', () => {
  expect(orderWords(['zebra', 'STALE', null, 'MISS', 'Alpha', 'HIT', 'REVALIDATED'])).toEqual([
    'HIT',
    'REVALIDATED',
    'MISS',
    'STALE',
    'Alpha',
    'zebra',
    null,
  ]);
});

describe('colours', () => {
  test('known words keep their colours beside any other words', () => {
    for (const words of [['MISS'], ['HIT', 'MISS', 'odd'], ['REVALIDATED', 'MISS', 'STALE']])
      expect(cacheColours(words).get('MISS')).toBe('var(--cat-3)');
    expect(cacheColours(['HIT']).get('HIT')).toBe('var(--data-2)');
  });

  test('unknown words share no colour with a present known word, and the palette ends', () => {
    const words = ['MISS', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const colours = cacheColours(words);
    expect(colours.get('h')).toBe('var(--ctl)');
    const used = words.filter((word) => word !== 'h').map((word) => colours.get(word));
    expect(new Set(used).size).toBe(used.length);
  });

  test('no colour is a status colour', () => {
    for (const colour of cacheColours(['HIT', 'MISS', 'DOWN', null]).values())
      expect(colour).toMatch(/^var\(--(?:data-2|cat-\d|ctl)\)$/);
  });
});

test('shares have counts and exact bytes; words beyond the palette share one entry', () => {
  const groups = [
    group('MISS', 1, 2n ** 60n),
    ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((word) => group(word, 2, 10)),
    group('HIT', 3, 5),
    group(null, 4, 0),
  ];
  const shares = cacheShares(groups, cacheColours(groups.map(({ key }) => key[0] ?? null)));
  expect(shares[0]).toEqual({ word: 'HIT', count: 3, bytes: { total: 5, counted: 3, missing: 0 }, others: 0 });
  expect(shares[1]).toEqual({
    word: 'MISS',
    count: 1,
    bytes: { total: 2n ** 60n, counted: 1, missing: 0 },
    others: 0,
  });
  expect(shares.at(-2)).toEqual({
    word: null,
    count: 4,
    bytes: { total: 0, counted: 4, missing: 0 },
    others: 0,
  });
  expect(shares.at(-1)).toEqual({
    word: null,
    count: 4,
    bytes: { total: 20, counted: 4, missing: 0 },
    others: 2,
  });
});

test('regions are sorted by their share of HIT, the lowest first; empty ones are left out', () => {
  const region = (code: string, hits: number, misses: number) => ({
    code,
    words: new Map([
      ['HIT', hits],
      ['MISS', misses],
    ]),
    count: hits + misses,
    complete: true,
  });
  const regions = [region('b', 9, 1), region('d', 0, 0), region('c', 1, 3), region('a', 18, 2)];
  expect(byUsualShare(regions).map(({ code }) => code)).toEqual(['c', 'a', 'b']);
});
