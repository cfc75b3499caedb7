import { ExactSum } from '#domain/numbers/arithmetic.ts';
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

/** Group keys of the rows as numbers. A row has several keys if its field is a list of words. */
export interface Keys {
  /** Upper bound: all keys are below this number. */
  readonly most: number;
  readonly of: (row: number) => number | readonly number[];
  readonly text: (key: number) => string | null;
}

/** Keys for a field that does not exist: all rows are in one group. */
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
 * Returns, for each row, the number of the first row with the same text. Rows are sorted by a hash; no
 * strings are created. A hash table would be slower: with mostly distinct texts, each access would miss the
 * CPU cache.
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
      // A hash collision. It is rare by chance, but a service may send texts with the same hash on purpose.
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

/**
 * Groups rows, in order of first appearance. A row counts once for each of its words. Groups of fewer than
 * `least` rows are left out.
 */
export function groupRows(
  rows: Uint32Array,
  by: readonly Keys[],
  sums: readonly (readonly [string, NumberColumn | null])[],
  least: number,
): readonly Group[] {
  const { most, of, texts } = by
    .slice(1)
    .reduce((joint, keys) => combineKeys(joint, keys, rows), singleKeys(by[0]));
  const counts = new Uint32Array(most);
  const seen = new Uint32Array(most);
  let different = 0;
  const count = (key: number) => {
    if (counts[key] === 0) {
      seen[different] = key;
      different += 1;
    }
    counts[key] = (counts[key] ?? 0) + 1;
  };
  // Index loops here and below: iterators are slow until the browser has compiled them.
  for (let at = 0; at < rows.length; at += 1) {
    const keys = of(rows[at] ?? 0);
    if (typeof keys === 'number') count(keys);
    else for (const key of keys) count(key);
  }
  const keysShown = seen.subarray(0, different).filter((key) => (counts[key] ?? 0) >= least);
  const totals = sums.map(([, column]) => column && sumsOf(rows, of, column, keysShown, most));
  return Array.from(keysShown, (key, place) => ({
    key: texts(key),
    count: counts[key] ?? 0,
    sums: Object.fromEntries(
      sums.map(([name], index): [string, Sum] => [name, totals[index]?.[place]?.sum() ?? noSum]),
    ),
  }));
}

function sumsOf(
  rows: Uint32Array,
  of: Keys['of'],
  column: NumberColumn,
  keysShown: Uint32Array,
  most: number,
): readonly ExactSum[] {
  const sums = Array.from(keysShown, () => new ExactSum());
  const places = new Int32Array(most).fill(-1);
  for (const [place, key] of keysShown.entries()) places[key] = place;
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

function singleKeys(keys: Keys | undefined): JointKeys {
  if (!keys) return { most: 1, of: () => 0, texts: () => [] };
  return { most: keys.most, of: keys.of, texts: (key) => [keys.text(key)] };
}

/**
 * Maximum number of key combinations for which each combination gets a slot, even if no row has it. Beyond
 * it, only existing combinations are numbered.
 */
const maximumCombinations = 1 << 22;

function combineKeys(a: JointKeys, b: Keys, rows: Uint32Array): JointKeys {
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
  if (a.most * b.most <= maximumCombinations) return { most: a.most * b.most, of: combinations, texts };
  const numbers = new Map<number, number>();
  const seen: number[] = [];
  const numberOf = (combination: number) => {
    const known = numbers.get(combination);
    if (known !== undefined) return known;
    numbers.set(combination, seen.length);
    return seen.push(combination) - 1;
  };
  const of = (row: number) => {
    const each = combinations(row);
    return typeof each === 'number' ? numberOf(each) : each.map(numberOf);
  };
  for (const row of rows) of(row);
  return { most: seen.length, of, texts: (key) => texts(seen[key] ?? 0) };
}
