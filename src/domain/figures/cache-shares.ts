/**
 * Shares of assets by cache word, with chart colours. Cache words are not health, so none has a status
 * colour.
 */

import { addSums, type Group, noSum, type Sum } from '../lists/listing.ts';

/** A `cache_status` as sent; `null` for an asset without one. */
export type CacheWord = string | null;

/** The usual cache word. It has an unobtrusive colour, so that other words stand out. */
const usual = 'HIT';
const fixed: readonly (readonly [word: string, category: number])[] = [
  ['REVALIDATED', 2],
  ['MISS', 3],
  ['EXPIRED', 4],
  ['STALE', 5],
  ['UPDATING', 6],
  ['BYPASS', 7],
  ['DYNAMIC', 8],
];
const categories = [1, 2, 3, 4, 5, 6, 7, 8];
export const otherColour = 'var(--ctl)';

/**
 * Sorts cache words: the usual one, then known ones, then others by name, and `null` (no cache word) last.
 */
export function orderWords(words: readonly CacheWord[]): readonly CacheWord[] {
  const rank = (word: CacheWord): number => {
    if (word === null) return 3;
    if (word === usual) return 0;
    return fixed.some(([known]) => known === word) ? 1 : 2;
  };
  const place = (word: CacheWord) => fixed.findIndex(([known]) => known === word);
  return [...new Set(words)].toSorted((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    return rank(a) === 1 ? place(a) - place(b) : (a ?? '') < (b ?? '') ? -1 : 1;
  });
}

/**
 * Assigns a colour to each cache word. An unknown word gets the first colour that no known word in the list
 * has.
 */
export function cacheColours(words: readonly CacheWord[]): ReadonlyMap<CacheWord, string> {
  const ordered = orderWords(words);
  const taken = new Map<CacheWord, number>(fixed.filter(([word]) => ordered.includes(word)));
  const free = categories.filter((category) => ![...taken.values()].includes(category));
  return new Map(
    ordered.map((word) => {
      if (word === null) return [word, otherColour];
      if (word === usual) return [word, 'var(--data-2)'];
      const category = taken.get(word) ?? free.shift();
      return [word, category === undefined ? otherColour : `var(--cat-${category})`];
    }),
  );
}

export interface CacheShare {
  readonly word: CacheWord;
  readonly count: number;
  readonly bytes: Sum;
  /** Number of words without a palette colour that this share combines; 0 for a share of one word. */
  readonly others: number;
}

export interface RegionWords {
  readonly code: string;
  readonly words: ReadonlyMap<CacheWord, number>;
  readonly count: number;
  readonly complete: boolean;
}

export function usualOf({ words }: Pick<RegionWords, 'words'>): number {
  return words.get(usual) ?? 0;
}

export function byUsualShare(regions: readonly RegionWords[]): readonly RegionWords[] {
  return regions
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => usualOf(a) / a.count - usualOf(b) / b.count || (a.code < b.code ? -1 : 1));
}

/**
 * Returns counts and bytes by cache word, in the order of {@link orderWords}.
 * @param groups - assets grouped by `cache_status`, with the sum of `bytes`
 */
export function cacheShares(
  groups: readonly Group[],
  colours: ReadonlyMap<CacheWord, string>,
): readonly CacheShare[] {
  const shares: CacheShare[] = [];
  let rest: CacheShare = { word: null, count: 0, bytes: noSum, others: 0 };
  const byWord = new Map(groups.map((group) => [group.key[0] ?? null, group]));
  for (const word of orderWords([...byWord.keys()])) {
    const { count = 0, sums: { bytes = noSum } = {} } = byWord.get(word) ?? {};
    if (word !== null && colours.get(word) === otherColour)
      rest = {
        word: null,
        count: rest.count + count,
        bytes: addSums([rest.bytes, bytes]),
        others: rest.others + 1,
      };
    else shares.push({ word, count, bytes, others: 0 });
  }
  return rest.others > 0 ? [...shares, rest] : shares;
}
