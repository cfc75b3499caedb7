/** Groups of rows by the texts of some of their fields. */

import { ExactSum } from '../arithmetic.ts';
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

/** Row → the first row with the same text: an open table of rows by a hash of their text, so that no text is made. */
function firstAlike(pool: Pool): Uint32Array {
  const count = pool.ends.length;
  let size = 16;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const first = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    let slot = hashOf(pool, row) & (size - 1);
    for (;;) {
      const other = table[slot] ?? -1;
      if (other < 0) {
        table[slot] = row;
        first[row] = row;
        break;
      }
      if (isAlike(pool, row, other)) {
        first[row] = other;
        break;
      }
      slot = (slot + 1) & (size - 1);
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

interface Tally {
  readonly keys: readonly number[];
  count: number;
  readonly sums: readonly ExactSum[];
}

/** Groups in order of first appearance; a row counts once for each of its words, and groups below `least` rows not at all. */
export function groupRows(
  rows: Uint32Array,
  by: readonly Keys[],
  sums: readonly (readonly [string, NumberColumn | null])[],
  least: number,
): readonly Group[] {
  const tallies: Tally[] = [];
  const places = placesFor(by);
  for (const row of rows) {
    for (const keys of combinations(by.map((each) => each.of(row)))) {
      const place = places(keys, tallies.length);
      const tally = (tallies[place] ??= { keys, count: 0, sums: sums.map(() => new ExactSum()) });
      tally.count += 1;
      for (const [index, sum] of tally.sums.entries()) {
        const column = sums[index]?.[1];
        if (column) sum.add(numberAt(column, row));
      }
    }
  }
  return tallies
    .filter(({ count }) => count >= least)
    .map(({ keys, count, sums: totals }) => ({
      key: keys.map((key, index) => by[index]?.text(key) ?? null),
      count,
      sums: Object.fromEntries(
        sums.map(([name, column], index): [string, Sum] => [name, (column && totals[index]?.sum()) ?? noSum]),
      ),
    }));
}

/** Keys → which tally is theirs; those not met before get `next`. */
function placesFor(by: readonly Keys[]): (keys: readonly number[], next: number) => number {
  const [only] = by;
  if (by.length === 1 && only) {
    const table = new Int32Array(only.most).fill(-1);
    return ([key = 0], next) => {
      const known = table[key] ?? -1;
      if (known >= 0) return known;
      table[key] = next;
      return next;
    };
  }
  const table = new Map<string, number>();
  return (keys, next) => {
    const label = keys.join(',');
    const known = table.get(label);
    if (known !== undefined) return known;
    table.set(label, next);
    return next;
  };
}

function combinations(values: readonly (number | readonly number[])[]): readonly (readonly number[])[] {
  if (values.every((value) => typeof value === 'number')) return [values];
  return values.reduce<readonly (readonly number[])[]>(
    (keys, value) =>
      keys.flatMap((key) => (typeof value === 'number' ? [value] : value).map((each) => [...key, each])),
    [[]],
  );
}
