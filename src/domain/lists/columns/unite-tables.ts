/**
 * Merges the parts of a list that are stored as columns. It selects exactly the rows that `uniteRows`
 * selects.
 */

import { regionField } from '#contract/decode/list.ts';
import type { Flaw } from '#contract/decode/row.ts';
import { type ListResource, listFields } from '#contract/resources.ts';
import type { Part } from '../planner/page.ts';
import { identityOf, rowsThatCount } from '../planner/pages-of-rows.ts';
import { type Column, valueAt } from './column.ts';
import { type ColumnTable, columnOf, rowAt } from './column-table.ts';

export interface TablePart<R extends ListResource> {
  readonly table: ColumnTable<R>;
  readonly rowFilter: Part<unknown>['rowFilter'];
}

export function uniteTables<R extends ListResource>(
  resource: R,
  parts: readonly TablePart<R>[],
): ColumnTable<R> {
  const code = regionField(resource);
  const textOf = (table: ColumnTable<R>, name: string | null, row: number) => {
    const column = name === null ? undefined : table.columns[name];
    const value = column && valueAt(column, row);
    return typeof value === 'string' ? value : null;
  };
  const selected = rowsThatCount(
    parts.map(({ table, rowFilter }) => ({
      count: table.count,
      rowFilter,
      codeAt: (row) => textOf(table, code, row),
      // A row with an id can be identified without a record object.
      identityAt: (row) => textOf(table, 'id', row) ?? identityOf(rowAt(table, row)),
    })),
    code !== null,
  );
  const count = selected.reduce((sum, rows) => sum + rows.length, 0);
  const partOf = new Uint32Array(count);
  const rowOf = new Uint32Array(count);
  const flaws = new Map<number, ReadonlyMap<string, Flaw>>();
  let start = 0;
  for (const [part, rows] of selected.entries()) {
    partOf.fill(part, start, start + rows.length);
    rowOf.set(rows, start);
    const known = parts[part]?.table.flaws;
    if (known && known.size > 0)
      for (const [place, row] of rows.entries()) {
        const flawsOfRow = known.get(row);
        if (flawsOfRow) flaws.set(start + place, flawsOfRow);
      }
    start += rows.length;
  }
  const columns: Record<string, Column> = {};
  for (const [name, { type }] of Object.entries(listFields[resource])) {
    const each = parts.map(({ table }) => table.columns[name]);
    columns[name] = columnOf(type, count, (row) => {
      const column = each[partOf[row] ?? 0];
      return column ? valueAt(column, rowOf[row] ?? 0) : null;
    });
  }
  return { resource, count, columns, flaws };
}
