/** The history record in memory, and how committed changes are applied to it: by the recorder, and by followers. */

import type { Row, SubjectKind } from '../rows.ts';
import { SpanTable } from '../spans/span-table.ts';
import { Present, type Stale } from './present.ts';

export interface Remembered {
  readonly present: Present;
  readonly spans: SpanTable;
}

/** The order of subjects in a response: their ids. */
export interface SubjectOrder {
  readonly deployment: string;
  readonly kind: SubjectKind;
  readonly ids: readonly number[];
}

/** What one transaction changes in the record. */
export interface RecordChange {
  readonly rows?: readonly Row[];
  readonly orders?: readonly SubjectOrder[];
  /** Rows that were dropped, because no other row refers to them. */
  readonly stale?: Stale;
}

export function emptyMemory(): Remembered {
  return { present: new Present(), spans: new SpanTable() };
}

export function rememberRow({ present, spans }: Remembered, row: Row): void {
  present.note(row);
  if (row.table === 'span') spans.note(row);
}

/** Applies a committed change to memory. Changes must come in the order of their commits. */
export function rememberChange(memory: Remembered, { rows = [], orders = [], stale }: RecordChange): void {
  for (const row of rows) rememberRow(memory, row);
  for (const { deployment, kind, ids } of orders) memory.present.order(deployment, kind, ids);
  if (!stale) return;
  memory.present.forget(stale);
  memory.spans.forget(stale.subjects);
}

/** Drops what ended before the retention period. @param time - its start, in epoch milliseconds. */
export function forgetBefore({ present, spans }: Remembered, time: number): void {
  present.dropBefore(time);
  spans.dropBefore(time);
}
