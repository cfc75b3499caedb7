/** A copy of the record for slow readers, so that polls can be written meanwhile. */

import { rmSync } from 'node:fs';
import Database from 'libsql';
import { linksIn } from '../store/chain.ts';
import { Statements } from '../store/statements.ts';
import { shapes } from '../store/tables.ts';

export interface Copy {
  readonly statements: Statements;
  close(): void;
}

/** Opens a copy and deletes its name, so that the file disappears with its reader. */
export function openCopy(file: string): Copy {
  const database = new Database(file, { readonly: true });
  const statements = new Statements(database);
  statements.all('select count(*) from sqlite_master');
  rmSync(file, { force: true });
  return { statements, close: () => void database.close() };
}

/** Integers beyond 2^53 become text, as in responses of the host (docs/understand/history-api.md, part 6). */
function asJson(row: object): string {
  return `${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`;
}

/** Every row as a line of JSON with its table's name. A row comes after the rows that it refers to. */
export function* exportLines({ statements }: Copy): Generator<string> {
  for (const { table } of shapes) for (const row of statements.each(table, '')) yield asJson(row);
  for (const link of linksIn(statements)) yield asJson({ table: 'chain', ...link });
  for (const [since, kind, stored] of statements.all('select since, kind, kept from notice order by since'))
    yield asJson({ table: 'notice', since, kind, kept: stored });
  for (const [upTo] of statements.all('select up_to from shared_content'))
    yield asJson({ table: 'shared_content', upTo });
}
