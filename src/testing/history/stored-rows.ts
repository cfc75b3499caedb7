/** Test helper: all rows that the store loads at start. */

import { type Row, spanIn } from '#host/history/rows.ts';
import type { HistoryStore } from '#host/history/store/store.ts';

export async function storedRows(store: HistoryStore): Promise<readonly Row[]> {
  const rows: Row[] = [];
  await store.load(
    (row) => rows.push(row),
    (spans) => rows.push(...spans.from.map((_, index) => spanIn(spans, index))),
  );
  return rows;
}
