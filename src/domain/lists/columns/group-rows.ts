/** Groups of rows by the texts of some of their fields. */

import { ExactSum } from '#domain/figures/arithmetic.ts';
import { type Group, noSum, type Sum } from '../listing.ts';
import {
  type NumberColumn,
  numberAt,
  type Pool,
  startOf,
  type TextColumn,
  textAt,
  type WordsColumn,
} from './column.ts';
import { sortByKeys } from './radix.ts';

/** What rows are grouped by: each has one key or, by words, several; a key stands for a text. */
export interface Keys {
  /** Keys are below it. */
  readonly most: number;
  readonly of: (row: number) => number | readonly number[];
  readonly text: (key: number) => string | null;
}

/** By a field that is not there. */
export const noKeys: Keys = { most: 1, of: () => 0, text: () => null };

export function keysOf(column: TextColumn | WordsColumn): Keys {
  if (column.kind === 'words') return keysOfWords(column);
  const { kind } = column;
  const keys = kind === 'few' ? column.codes : firstAlike(column);
  return {
    most: kind === 'few' ? column.values.length : keys.length,
    of: (row) => keys[row] ?? 0,
    text: (key) => (column.kind === 'few' ? (column.values[key] ?? null) : textAt(column, key)),
  };
}

function keysOfWords({ values, codes }: WordsColumn): Keys {
  const keys = new Map<string | null, number>([[null, 0]]);
  const byCode = values.map((words) => {
    const each = words === null || words.length === 0 ? [null] : [...new Set(words)];
    return each.map((word) => {
      const key = keys.get(word) ?? keys.size;
      keys.set(word, key);
      return key;
    });
  });
  const texts = [...keys.keys()];
  return {
    most: texts.length,
    of: (row) => byCode[codes[row] ?? 0] ?? [0],
    text: (key) => texts[key] ?? null,
  };
}

/**
 * Row → the first row with the same text. Rows are sorted by a hash of theirs, so that no text is made: where nearly all
 * are different, a table of hashes would be one jump in memory after the other.
 */
function firstAlike(pool: Extract<TextColumn, Pool>): Uint32Array {
  const count = pool.ends.length;
  const first = new Uint32Array(count);
  const hashes = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    first[row] = row;
    hashes[row] = hashOf(pool, row);
  }
  const order = sortByKeys(first.slice(), hashes);
  let start = order[0] ?? 0;
  let others: Map<string | null, number> | null = null;
  for (let place = 1; place < count; place += 1) {
    const row = order[place] ?? 0;
    if (hashes[row] !== hashes[start]) {
      start = row;
      others = null;
    } else if (isAlike(pool, row, start)) first[row] = start;
    else {
      // By chance this is rare, but somebody may send texts of one hash only.
      others ??= new Map();
      const text = textAt(pool, row);
      const other = others.get(text);
      if (other === undefined) others.set(text, row);
      else first[row] = other;
    }
  }
  return first;
}

function hashOf(pool: Pool, row: number): number {
  const end = pool.ends[row] ?? 0;
  let hash = 0x811c9dc5 ^ (pool.absent?.[row] ?? 0);
  for (let at = startOf(pool, row); at < end; at += 1)
    hash = Math.imul(hash ^ pool.text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isAlike(pool: Pool, a: number, b: number): boolean {
  const start = startOf(pool, a);
  const other = startOf(pool, b);
  const length = (pool.ends[a] ?? 0) - start;
  if ((pool.ends[b] ?? 0) - other !== length) return false;
  if ((pool.absent?.[a] ?? 0) !== (pool.absent?.[b] ?? 0)) return false;
  for (let at = 0; at < length; at += 1)
    if (pool.text.charCodeAt(start + at) !== pool.text.charCodeAt(other + at)) return false;
  return true;
}

/** Groups in order of first appearance; a row counts once for each of its words, and groups below `least` rows not at all. */
export function groupRows(
  rows: Uint32Array,
  by: readonly Keys[],
  sums: readonly (readonly [string, NumberColumn | null])[],
  least: number,
): readonly Group[] {
  const { most, of, texts } = by.slice(1).reduce((joint, keys) => joined(joint, keys, rows), alone(by[0]));
  const counts = new Uint32Array(most);
  const met = new Uint32Array(most);
  let different = 0;
  const count = (key: number) => {
    if (counts[key] === 0) {
      met[different] = key;
      different += 1;
    }
    counts[key] = (counts[key] ?? 0) + 1;
  };
  // Counted, not iterated, here and below: iterators are slow until the browser has compiled them.
  for (let at = 0; at < rows.length; at += 1) {
    const keys = of(rows[at] ?? 0);
    if (typeof keys === 'number') count(keys);
    else for (const key of keys) count(key);
  }
  const kept = met.subarray(0, different).filter((key) => (counts[key] ?? 0) >= least);
  const totals = sums.map(([, column]) => column && sumsOf(rows, of, column, kept, most));
  return Array.from(kept, (key, place) => ({
    key: texts(key),
    count: counts[key] ?? 0,
    sums: Object.fromEntries(
      sums.map(([name], index): [string, Sum] => [name, totals[index]?.[place]?.sum() ?? noSum]),
    ),
  }));
}

/** The sums of a column over the rows of each of the keys. */
function sumsOf(
  rows: Uint32Array,
  of: Keys['of'],
  column: NumberColumn,
  kept: Uint32Array,
  most: number,
): readonly ExactSum[] {
  const sums = Array.from(kept, () => new ExactSum());
  const places = new Int32Array(most).fill(-1);
  for (const [place, key] of kept.entries()) places[key] = place;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const keys = of(row);
    if (typeof keys === 'number') sums[places[keys] ?? -1]?.add(numberAt(column, row));
    else for (const key of keys) sums[places[key] ?? -1]?.add(numberAt(column, row));
  }
  return sums;
}

interface JointKeys {
  readonly most: number;
  readonly of: Keys['of'];
  readonly texts: (key: number) => readonly (string | null)[];
}

/** Keys with which no others are combined. */
function alone(keys: Keys | undefined): JointKeys {
  if (!keys) return { most: 1, of: () => 0, texts: () => [] };
  return { most: keys.most, of: keys.of, texts: (key) => [keys.text(key)] };
}

/** Combinations up to which there is a place for each, whether it is met or not. */
const mostCombinations = 1 << 22;

/** One key for each combination of two. */
function joined(a: JointKeys, b: Keys, rows: Uint32Array): JointKeys {
  const combinations = (row: number) => {
    const one = a.of(row);
    const other = b.of(row);
    if (typeof one === 'number' && typeof other === 'number') return one * b.most + other;
    return [one].flat().flatMap((first) => [other].flat().map((second) => first * b.most + second));
  };
  const texts = (combination: number) => [
    ...a.texts(Math.floor(combination / b.most)),
    b.text(combination % b.most),
  ];
  if (a.most * b.most <= mostCombinations) return { most: a.most * b.most, of: combinations, texts };
  const numbers = new Map<number, number>();
  const met: number[] = [];
  const numberOf = (combination: number) => {
    const known = numbers.get(combination);
    if (known !== undefined) return known;
    numbers.set(combination, met.length);
    return met.push(combination) - 1;
  };
  const of = (row: number) => {
    const each = combinations(row);
    return typeof each === 'number' ? numberOf(each) : each.map(numberOf);
  };
  for (const row of rows) of(row);
  return { most: met.length, of, texts: (key) => texts(met[key] ?? 0) };
}
