/** Reads the rows of one deployment in the order of their keys, a page at a time. */

import type { Row, Table } from '#host/history/rows.ts';
import { quoted, type SqlValue } from '#host/history/store/dialect.ts';
import type { Work } from '#host/history/store/sql-store.ts';
import type { Statements } from '#host/history/store/statements.ts';
import { shapeOfTable } from '#host/history/store/tables.ts';

/** Number of rows that are read and written together. */
export const pageSize = 5_000;

/** Reads from a record, in a transaction of its own or in one for all pages. */
export type Reader = <T>(work: Work<T>) => Promise<T>;

type KeyPart = string | number;

/** Returns the values of a row's primary key. */
export function keyOf(row: Row): readonly KeyPart[] {
  const { columns, key } = shapeOfTable(row.table);
  const members: Readonly<Record<string, unknown>> = { ...row };
  return key.map((name) => {
    const value = members[columns.find((column) => column.name === name)?.member ?? ''];
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError(`A row of ${row.table} has no ${name}.`);
    return value;
  });
}

/** Compares two keys of one table in the order of the store: numbers by value, texts by code. */
export function compareKeys(a: readonly KeyPart[], b: readonly KeyPart[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined || part === other) continue;
    return part < other ? -1 : 1;
  }
  return 0;
}

/** Makes the SQL that selects the rows of one deployment in a file that holds several. */
function scopeOf(table: Table): string | null {
  const endpoints = '(select id from endpoint where deployment = :deployment)';
  const logged = `from log where endpoint in ${endpoints} and`;
  switch (table) {
    case 'endpoint':
    case 'subject':
    case 'series':
    case 'change':
    case 'note':
      return 'deployment = :deployment';
    case 'sight':
    case 'item':
    case 'look':
    case 'claim':
    case 'log':
      return `endpoint in ${endpoints}`;
    case 'span':
      return 'subject in (select id from subject where deployment = :deployment)';
    case 'value':
    case 'hour':
      return 'series in (select id from series where deployment = :deployment)';
    case 'bucket_day':
      return `item in (select id from item where endpoint in ${endpoints})`;
    case 'content':
      return `id in (select content from item where endpoint in ${endpoints} and content is not null
        union select before ${logged} before is not null union select after ${logged} after is not null)`;
    case 'run':
    case 'interruption':
    case 'word':
      return null;
  }
}

/** Puts the deployment into the places of a scope. */
function placed(scope: string, deployment: string): { sql: string; values: readonly SqlValue[] } {
  const places = scope.split(':deployment');
  return { sql: places.join('?'), values: places.slice(1).map(() => deployment) };
}

function nextPage(
  statements: Statements,
  table: Table,
  deployment: string | null,
  after: readonly KeyPart[] | null,
): Promise<readonly Row[]> {
  const key = shapeOfTable(table).key.map(quoted).join(', ');
  // A record in PostgreSQL has one deployment only.
  const isShared = deployment !== null && statements.dialect.record === null;
  const scope = isShared ? scopeOf(table) : null;
  const { sql, values } =
    scope === null || deployment === null ? { sql: '', values: [] } : placed(scope, deployment);
  const conditions = [
    ...(sql === '' ? [] : [sql]),
    ...(after === null ? [] : [`(${key}) > (${after.map(() => '?').join(', ')})`]),
  ];
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  return statements.rows(table, `${where} order by ${key} limit ${pageSize}`, [...values, ...(after ?? [])]);
}

/**
 * Generates the rows of a table in the order of their keys.
 * @param deployment - whose rows are read; `null` for all rows.
 */
export async function* rowsInOrder(read: Reader, table: Table, deployment: string | null): AsyncGenerator<Row> {
  let after: readonly KeyPart[] | null = null;
  for (;;) {
    const from = after;
    // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before ended
    const page = await read((statements) => nextPage(statements, table, deployment, from));
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = keyOf(last);
  }
}

/** Formats a row for comparisons and digests. */
export function lineOf(row: Row): string {
  return `${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`;
}
