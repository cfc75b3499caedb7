/** A copy of the record to read from, so that nobody who reads it slowly keeps looks from being written. */

import { rmSync } from 'node:fs';
import Database from 'libsql';
import { linksIn } from '../store/chain.ts';
import { Statements } from '../store/statements.ts';
import { shapes } from '../store/tables.ts';

export interface Copy {
  readonly statements: Statements;
  close(): void;
}

/** Opens a copy and takes its name away: it goes with whoever reads it, however that ends. */
export function openCopy(file: string): Copy {
  const database = new Database(file, { readonly: true });
  const statements = new Statements(database);
  statements.all('select count(*) from sqlite_master');
  rmSync(file, { force: true });
  return { statements, close: () => void database.close() };
}

/** Whole numbers beyond 2^53 are text, as in answers of the host (docs/understand/history-api.md, part 6). */
function asJson(row: object): string {
  return `${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`;
}

/** Every row of the record as a line of JSON that names its table, each after those that it names. */
export function* exportLines({ statements }: Copy): Generator<string> {
  for (const { table } of shapes) for (const row of statements.each(table, '')) yield asJson(row);
  for (const link of linksIn(statements)) yield asJson({ table: 'chain', ...link });
  for (const [since, kind, kept] of statements.all('select since, kind, kept from notice order by since'))
    yield asJson({ table: 'notice', since, kind, kept });
  for (const [upTo] of statements.all('select up_to from shared_content'))
    yield asJson({ table: 'shared_content', upTo });
}
