/**
 * Opens and exports copies of the history record, so that slow readers do not keep polls from being written.
 */

import { rmSync } from 'node:fs';
import Database from 'libsql';
import { linksIn } from '../store/chain.ts';
import { Statements } from '../store/statements.ts';
import { shapes } from '../store/tables.ts';

export interface Copy {
  readonly statements: Statements;
  close(): void;
}

/** Opens a copy of a history file and deletes its name, so that the file disappears once it is closed. */
export function openCopy(file: string): Copy {
  const database = new Database(file, { readonly: true });
  const statements = new Statements(database);
  statements.all('select count(*) from sqlite_master');
  rmSync(file, { force: true });
  return { statements, close: () => void database.close() };
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
export function* exportLines({ statements }: Copy): Generator<string> {
  for (const { table } of shapes) for (const row of statements.each(table, '')) yield asJson(row);
  for (const link of linksIn(statements)) yield asJson({ table: 'chain', ...link });
  for (const [since, kind, stored] of statements.all('select since, kind, kept from notice order by since'))
    yield asJson({ table: 'notice', since, kind, kept: stored });
  for (const [upTo] of statements.all('select up_to from shared_content'))
    yield asJson({ table: 'shared_content', upTo });
}
