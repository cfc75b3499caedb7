/** Records of a list as plain data: one column for each field of the API document. */

import { type Flaw, flawsOf, withFlaws } from '#contract/decode/row.ts';
import { type ListResource, type ListRow, listFields } from '#contract/resources.ts';
import { type Column, numberColumn, textColumn, valueAt, wordsColumn } from './column.ts';

export interface ColumnTable<R extends ListResource> {
  readonly resource: R;
  readonly count: number;
  readonly columns: Readonly<Record<string, Column>>;
  readonly flaws: ReadonlyMap<number, ReadonlyMap<string, Flaw>>;
}

export function columnTable<R extends ListResource>(
  resource: R,
  records: readonly ListRow<R>[],
): ColumnTable<R> {
  const count = records.length;
  const flaws = new Map<number, ReadonlyMap<string, Flaw>>();
  for (const [row, record] of records.entries()) {
    const known = flawsOf(record);
    if (known) flaws.set(row, known);
  }
  const columns: Record<string, Column> = {};
  for (const [name, { type }] of Object.entries(listFields[resource])) {
    const at = (row: number): unknown => Reflect.get(records[row] ?? {}, name);
    columns[name] = columnOf(type, count, at);
  }
  return { resource, count, columns, flaws };
}

/**
 * Builds a column from the values of a field. The casts are safe: a decoded record has only values of its
 * field's type, or `null`.
 */
export function columnOf(
  type: 'string' | 'integer' | 'strings',
  count: number,
  at: (row: number) => unknown,
): Column {
  if (type === 'integer') return numberColumn(count, at as (row: number) => number | bigint | null);
  if (type === 'strings') return wordsColumn(count, at as (row: number) => readonly string[] | null);
  return textColumn(count, at as (row: number) => string | null);
}

export function rowAt<R extends ListResource>(table: ColumnTable<R>, row: number): ListRow<R> {
  const record: Record<string, unknown> = {};
  for (const name in table.columns) {
    const column = table.columns[name];
    if (column) record[name] = valueAt(column, row);
  }
  // The cast is safe: every field of the resource has a column (`columnTable`).
  return withFlaws(record as ListRow<R>, table.flaws.get(row));
}

/** A reusable record that shows one row of a table at a time. It reads only the fields that are accessed. */
export interface Cursor<Row> {
  readonly record: Row;
  at(row: number): Row;
}

export function cursorOf<R extends ListResource>(table: ColumnTable<R>): Cursor<ListRow<R>> {
  let current = 0;
  const record = {};
  for (const [name, column] of Object.entries(table.columns))
    Object.defineProperty(record, name, { enumerable: true, get: () => valueAt(column, current) });
  // The cast is safe: every field of the resource has a column (`columnTable`).
  const typed = record as ListRow<R>;
  return {
    record: typed,
    at: (row) => {
      current = row;
      return typed;
    },
  };
}
