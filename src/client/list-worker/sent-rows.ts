/**
 * Rows in messages between page and list worker. Flaws of fields are sent separately: they are stored under a
 * symbol, which structured clone drops.
 */

import { type Flaw, flawsOf, withFlaws } from '#contract/decode/row.ts';

export interface SentRows {
  readonly rows: readonly object[];
  readonly flaws: ReadonlyMap<number, ReadonlyMap<string, Flaw>>;
}

/** Maximum number of rows in one message. More would block the receiving thread noticeably. */
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
