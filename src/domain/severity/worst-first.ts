/** Groups rows with the same key, worst row first. A key should be unique, but no list guarantees that. */

import { compareStates, stateOf, type WordOverrides } from './classify.ts';

interface WithStatus {
  readonly status: string | null;
}

/** Sorts rows by status word, worst first. Rows of equal severity keep their order. */
export function worstFirst<Row extends WithStatus>(rows: readonly Row[], words: WordOverrides): readonly Row[] {
  if (rows.length < 2) return rows;
  return rows
    .map((row) => ({ row, state: stateOf(row, words) }))
    .toSorted((a, b) => compareStates(a.state, b.state))
    .map(({ row }) => row);
}

/**
 * Groups rows by key, each group worst first. Groups are in the order of first appearance. Rows without a key
 * are left out.
 */
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

export function leadingRows<Row extends WithStatus>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | null,
  words: WordOverrides,
): ReadonlyMap<string, Row> {
  return new Map(
    [...groupedWorstFirst(rows, keyOf, words)].flatMap(([key, [first]]) => (first ? [[key, first]] : [])),
  );
}
