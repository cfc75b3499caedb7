/** What is SQLite's own: types, pragmas, text as bytes, vacuum, and the upgrades of older files. */

import { isUtf8 } from 'node:buffer';
import Database from 'libsql';
import { type Connection, type Dialect, quoted, type SqlValue } from '../dialect.ts';
import { schemaVersion, shapes, tableStatements } from '../tables.ts';

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const sqlite: Dialect = {
  record: null,
  isPrepared: true,
  // Amounts beyond 63 bits are text.
  types: { integer: 'integer', text: 'text', boolean: 'integer', amount: 'any' },
  tableOptions: ' strict, without rowid',
  // Text is read as bytes: the binding aborts the process at text that is not UTF-8, which a failing disk may
  // cause at any time.
  selected(column, type) {
    if (type === 'text') return `cast(${column} as blob)`;
    return type === 'amount'
      ? `case typeof(${column}) when 'text' then cast(${column} as blob) else ${column} end`
      : column;
  },
  read: (value) => (value instanceof Uint8Array ? utf8.decode(value) : value),
  amount(value) {
    if (typeof value === 'bigint') return value >= least && value <= most ? value : String(value);
    // The binding stores a plain number as a double.
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  },
  listed: '(select value from json_each(?))',
  // The tables are ordered by their keys, so a group is in the order of time.
  list: (value) => `json_group_array(${value})`,
};

function plain(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Connection to an open file. Statements are prepared once. */
export class SqliteConnection implements Connection {
  readonly dialect = sqlite;
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  async run(sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return this.#prepare(sql, false).run([...parameters]).changes;
  }

  async all(
    sql: string,
    parameters: readonly SqlValue[],
    isExact: boolean,
  ): Promise<readonly (readonly unknown[])[]> {
    const rows = this.#prepare(sql, isExact)
      .raw()
      .all([...parameters]) as unknown[][];
    return isExact ? rows.map((row) => row.map(plain)) : rows;
  }

  /** Reads rows one by one, without holding all of them in memory. */
  *each(sql: string, isExact: boolean): Generator<readonly unknown[]> {
    for (const row of this.#prepare(sql, isExact).raw().iterate([]) as Iterable<unknown[]>)
      yield isExact ? row.map(plain) : row;
  }

  /** Runs work in one transaction: all of it is committed, or nothing. */
  async transact<T>(work: () => Promise<T>): Promise<T> {
    this.#database.exec('begin immediate');
    try {
      const result = await work();
      this.#database.exec('commit');
      return result;
    } catch (cause) {
      if (this.#database.inTransaction) this.#database.exec('rollback');
      throw cause;
    }
  }

  #prepare(sql: string, isExact: boolean): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    if (isExact) statement.safeIntegers(true);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/**
 * Upgrade statements: the first entry creates version 1 from an empty file, the next one makes version 2 of
 * it, and so on.
 */
const versions: readonly ((from: number) => readonly string[])[] = [
  () => [
    ...tableStatements(sqlite),
    'create table notice (since integer primary key, kind text not null, kept text not null) strict',
  ],
  // `dropped`: retention dropped polls of that day, so the hash can no longer be checked (chain.ts).
  () => [
    `create table if not exists chain (endpoint integer, day integer, looks integer not null, before text not null,
       hash text not null, dropped integer not null, primary key (endpoint, day)) strict, without rowid`,
  ],
  // Contents up to `up_to` may be shared by several items. An item that is not listed counts as changed now.
  (from) => [
    ...(from === 0
      ? []
      : [
          'alter table item add column changed_at integer',
          'update item set changed_at = (select coalesce(max(at), 0) from look)',
        ]),
    'create table shared_content (up_to integer primary key) strict',
    'insert into shared_content select max(id) from content having count(*) > 0',
  ],
  // Finds the past of one item. Without this index, a row that returns costs a read of the whole log.
  () => ['create index if not exists log_item on log (item, at)'],
  () => [
    `create table if not exists note ("id" integer, "deployment" text, "at" integer, "from_at" integer, "to_at" integer,
       "who" text, "verified" integer, "text" text, "link" text, "kind" text, "key_text" text, "occurrence" integer,
       "request_key" text, "withdrawn_at" integer, "withdrawn_by" text, "withdrawn_verified" integer, "reason" text,
       primary key ("id")) strict, without rowid`,
    'create index if not exists note_time on note (deployment, from_at)',
    'create unique index if not exists note_request on note (deployment, request_key) where request_key is not null',
  ],
];

/** Returns the statements that upgrade a file from `version`; 0 is an empty file. */
export function statementsSince(version: number): readonly string[] {
  return [
    ...versions.slice(version).flatMap((statements) => statements(version)),
    `pragma user_version = ${schemaVersion}`,
  ];
}

export function allOf(database: Database.Database, sql: string): readonly (readonly unknown[])[] {
  return database.prepare(sql).raw().all() as unknown[][];
}

function pragma(database: Database.Database, name: string): unknown {
  return allOf(database, `pragma ${name}`)[0]?.[0];
}

export function versionOf(database: Database.Database): number {
  return Number(pragma(database, 'user_version'));
}

export function hasTables(database: Database.Database): boolean {
  return Number(allOf(database, 'select count(*) from sqlite_master')[0]?.[0]) > 0;
}

/** Maximum milliseconds to wait for a locked file. */
const busyTimeout = 100;

export function openFile(file: string): Database.Database {
  return new Database(file, { timeout: busyTimeout });
}

/** Locks the file before anything is written: two connections could lose committed rows. */
export function takeExclusive(database: Database.Database, isNew: boolean): void {
  // On an existing file this pragma would write.
  if (isNew) database.exec('pragma auto_vacuum = incremental');
  database.exec('pragma locking_mode = exclusive');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  const modes = ['locking_mode', 'journal_mode', 'synchronous'].map((name) => pragma(database, name));
  if (modes.join(' ') !== 'exclusive wal 2')
    throw new Error(`The history file has wrong database settings: ${modes.join(', ')}.`);
}

/**
 * Closes a history file: merges its log into it and unlocks it. Closing the connection is not enough, because
 * the binding keeps it, and its lock, until its last statement is garbage-collected.
 */
export function closeUnlocked(database: Database.Database): void {
  try {
    database.exec('pragma journal_mode = delete');
    database.exec('pragma locking_mode = normal');
    hasTables(database);
  } finally {
    database.close();
  }
}

/** Upgrades a file in one transaction. @param version - its version; 0 is an empty file. */
export function upgrade(database: Database.Database, version: number): void {
  database.exec('begin immediate');
  for (const statement of statementsSince(version)) database.exec(statement);
  database.exec('commit');
  // Moves the version into the header: an older version of Edgewatch finds it there without opening the file.
  database.exec('pragma wal_checkpoint(truncate)');
}

/** Writes a copy of the database into an empty or new file. */
export function vacuumInto(database: Database.Database, file: string): void {
  database.prepare('vacuum into ?').run([file]);
}

/** Gives a few unused pages of the file back to the file system. */
export function shrink(database: Database.Database): void {
  database.exec('pragma incremental_vacuum(16)');
}

const mostProblems = 100;

/** Runs SQLite's complete check. @returns one sentence per problem. */
export function problemsIn(database: Database.Database): readonly string[] {
  const found = allOf(database, `pragma integrity_check(${mostProblems})`);
  return found.map(([text]) => String(text)).filter((text) => text !== 'ok');
}

/**
 * Whether all texts of a column are UTF-8. Reads them as bytes: the binding aborts the process at any other
 * text, so a flipped bit would keep every host from starting.
 */
function isText(database: Database.Database, column: string, table: string): boolean {
  const name = quoted(column);
  const sql = `select cast(group_concat(${name}, ' ') as blob) from ${quoted(table)} where typeof(${name}) = 'text'`;
  const bytes = allOf(database, sql)[0]?.[0];
  return !(bytes instanceof Uint8Array) || isUtf8(bytes);
}

const otherTexts: readonly (readonly [table: string, column: string])[] = [
  ['chain', 'before'],
  ['chain', 'hash'],
  ['notice', 'kind'],
  ['notice', 'kept'],
];

/**
 * Whether the texts of all columns are UTF-8.
 * @param tables - names of the existing tables: an older version has fewer.
 */
function areTexts(database: Database.Database, tables: ReadonlySet<unknown>): boolean {
  const columns = shapes.flatMap(({ table, columns }) =>
    columns.flatMap(({ name, type }) => (type === 'text' || type === 'amount' ? [[table, name] as const] : [])),
  );
  return [...columns, ...otherTexts].every(
    ([table, column]) => !tables.has(table) || isText(database, column, table),
  );
}

/**
 * Whether a file has the tables of a history record, and is intact.
 * @param isKnownIntact - whether the digest of the file is right, so that the slow check is not needed.
 */
export function isIntact(database: Database.Database, isKnownIntact: boolean): boolean {
  if (!isText(database, 'name', 'sqlite_master')) return false;
  const names = new Set(allOf(database, 'select name from sqlite_master').map(([name]) => name));
  if (!['span', 'look', 'change', 'notice'].every((name) => names.has(name))) return false;
  return isKnownIntact || (pragma(database, 'quick_check(1)') === 'ok' && areTexts(database, names));
}
