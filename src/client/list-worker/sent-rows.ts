/** Rows on their way between page and worker: a record's flaws stand beside it, because a symbol does not travel. */

import { type Flaw, flawsOf, withFlaws } from '#contract/decode/record.ts';

export interface SentRows {
  readonly rows: readonly object[];
  readonly flaws: ReadonlyMap<number, ReadonlyMap<string, Flaw>>;
}

/** So many rows are sent at once at most: more would be felt where they arrive. */
export const mostSent = 1000;

export function sentRows(rows: readonly object[]): SentRows {
  const flaws = new Map<number, ReadonlyMap<string, Flaw>>();
  for (const [index, row] of rows.entries()) {
    const known = flawsOf(row);
    if (known) flaws.set(index, known);
  }
  return { rows, flaws };
}

export function receivedRows({ rows, flaws }: SentRows): readonly object[] {
  return rows.map((row, index) => withFlaws(row, flaws.get(index)));
}
