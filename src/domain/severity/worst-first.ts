/** Rows that share a key: a key should be unique, and no list promises it. The worst row leads, the others follow it. */

import { compareStates, stateOf, type WordOverrides } from './classify.ts';

interface WithStatus {
  readonly status: string | null;
}

/** Worst status word first; rows of one severity keep their order. */
export function worstFirst<Row extends WithStatus>(rows: readonly Row[], words: WordOverrides): readonly Row[] {
  if (rows.length < 2) return rows;
  return rows
    .map((row) => ({ row, state: stateOf(row, words) }))
    .toSorted((a, b) => compareStates(a.state, b.state))
    .map(({ row }) => row);
}

/** All rows by key, worst first, in the order of the first row of each key. Rows without a key are left out. */
export function groupedWorstFirst<Row extends WithStatus>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
  words: WordOverrides,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return new Map([...groups].map(([key, group]) => [key, worstFirst(group, words)]));
}

/** The worst row of each key. */
export function leadingRows<Row extends WithStatus>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
  words: WordOverrides,
): ReadonlyMap<string, Row> {
  return new Map(
    [...groupedWorstFirst(rows, keyOf, words)].flatMap(([key, [first]]) => (first ? [[key, first]] : [])),
  );
}
