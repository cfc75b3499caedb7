/**
 * Opens and exports copies of the history record, so that slow readers do not keep polls from being written.
 */

import { rmSync } from 'node:fs';
import Database from 'libsql';
import type { Row, Table } from '../rows.ts';
import { linksIn } from '../store/chain.ts';
import { hasTables, SqliteConnection } from '../store/sqlite/sqlite.ts';
import { Statements, selection } from '../store/statements.ts';
import { shapes } from '../store/tables.ts';

export interface Copy {
  readonly statements: Statements;
  /** Reads rows of a table one by one, without holding all of them in memory. */
  readonly each: (table: Table) => Iterable<Row>;
  close(): void;
}

/** Opens a copy of a history file and deletes its name, so that the file disappears once it is closed. */
export function openCopy(file: string): Copy {
  const database = new Database(file, { readonly: true });
  const connection = new SqliteConnection(database);
  const statements = new Statements(connection);
  // Opens the file.
  hasTables(database);
  rmSync(file, { force: true });
  return {
    statements,
    *each(table) {
      const { sql, isExact, read } = selection(table, '', connection.dialect);
      for (const values of connection.each(sql, isExact)) yield read(values);
    },
    close: () => void database.close(),
  };
}

/**
 * Formats a row as a line of JSON. Integers beyond 2^53 become text, as in responses of the host
 * (docs/understand/history-api.md, part 6).
 */
function asJson(row: object): string {
  return `${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`;
}

/**
 * Generates every row as a line of JSON with its table's name. A row comes after the rows that it refers to.
 */
export async function* exportLines({ statements, each }: Copy): AsyncGenerator<string> {
  for (const { table } of shapes) for (const row of each(table)) yield asJson(row);
  for (const link of await linksIn(statements)) yield asJson({ table: 'chain', ...link });
  const notices = 'select since, kind, kept from notice order by since';
  for (const [since, kind, stored] of await statements.all(notices))
    yield asJson({ table: 'notice', since, kind, kept: stored });
  for (const [upTo] of await statements.all('select up_to from shared_content'))
    yield asJson({ table: 'shared_content', upTo });
}
