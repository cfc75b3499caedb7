/** Implements the SQL interface (database.ts) on libsql: SQLite in this process, in memory or in one file. */

import Database from 'libsql';
import type { SqlDatabase, SqlRow, SqlStatements, SqlValue } from './database.ts';

/** Maximum milliseconds to wait for a file that another process has locked. */
const busyTimeout = 5_000;

/** KiB of a file's pages that stay in memory. SQLite sorts the rows of a new index in as much again. */
const cacheKibibytes = 8 * 1024;

/** Returns whether SQLite reported an error. For some errors the binding has no code, only the message. */
function isError(cause: unknown, code: string, message: string): boolean {
  if (!(cause instanceof Error)) return false;
  return ('code' in cause && String(cause.code).startsWith(code)) || cause.message.includes(message);
}

/** Returns whether an insertion failed because a row with the same key exists. */
export function isRepeatedKey(cause: unknown): boolean {
  return isError(cause, 'SQLITE_CONSTRAINT', 'UNIQUE constraint failed');
}

/** Converts the integers of a row: libsql returns 64-bit bigints. Those that fit exactly become numbers. */
function exactRow(row: Record<string, unknown>): SqlRow {
  for (const name in row) {
    const value = row[name];
    if (typeof value !== 'bigint') continue;
    const number = Number(value);
    if (Number.isSafeInteger(number)) row[name] = number;
  }
  // No column holds a blob, so only text, numbers, bigints and null remain.
  return row as SqlRow;
}

class LibsqlStatements implements SqlStatements {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  // Bounded: every SQL text comes from our own code.
  #prepare(sql: string): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    statement.safeIntegers(true);
    this.#prepared.set(sql, statement);
    return statement;
  }

  async all(sql: string, parameters: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    // libsql makes a new plain object per row.
    const rows = this.#prepare(sql).all([...parameters]) as Record<string, unknown>[];
    return rows.map(exactRow);
  }

  async run(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    return this.#prepare(sql).run([...parameters]).changes;
  }
}

class LibsqlDatabase implements SqlDatabase {
  readonly #database: Database.Database;
  readonly #isFile: boolean;
  readonly #statements: LibsqlStatements;
  /**
   * The transaction that owns the one connection; `null` if none runs. A foreign statement inside it would be
   * rolled back with it. No `await` may stand between the check and the assignment, or two callers could both
   * find it free.
   */
  #running: Promise<unknown> | null = null;

  constructor(database: Database.Database, isFile: boolean) {
    this.#database = database;
    this.#isFile = isFile;
    this.#statements = new LibsqlStatements(database);
  }

  async all(sql: string, parameters?: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    while (this.#running) await this.#running;
    return this.#statements.all(sql, parameters);
  }

  async run(sql: string, parameters?: readonly SqlValue[]): Promise<number> {
    while (this.#running) await this.#running;
    return this.#statements.run(sql, parameters);
  }

  async transaction<T>(work: (statements: SqlStatements) => Promise<T>): Promise<T> {
    while (this.#running) await this.#running;
    const running = this.#commit(work);
    this.#running = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      this.#running = null;
    }
  }

  async #commit<T>(work: (statements: SqlStatements) => Promise<T>): Promise<T> {
    this.#database.exec('begin immediate');
    try {
      const result = await work(this.#statements);
      this.#database.exec('commit');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  async close(): Promise<void> {
    while (this.#running) await this.#running;
    try {
      if (this.#isFile) unlock(this.#database);
    } finally {
      this.#database.close();
    }
  }
}

/**
 * Locks a file until it is closed. One process uses it, so that a response that is cached there is never
 * older than the data (cached-responses.ts).
 */
function lock(database: Database.Database): void {
  database.exec('pragma locking_mode = exclusive');
  // A rollback journal: new rows are written once, and not to a write-ahead log before.
  database.exec('pragma journal_mode = delete');
  // FULL: a committed transaction survives a power cut.
  database.exec('pragma synchronous = full');
  // The binding would sort the rows of a new index in memory: 80 MB for a million buckets.
  database.exec('pragma temp_store = file');
  database.exec(`pragma cache_size = -${cacheKibibytes}`);
  database.exec('begin exclusive');
  database.exec('commit');
}

/**
 * Unlocks a file. Closing the connection is not enough, because the binding keeps it until its last statement
 * is garbage-collected.
 */
function unlock(database: Database.Database): void {
  database.exec('pragma locking_mode = normal');
  database.prepare('select count(*) from sqlite_master').get();
}

/**
 * Opens a database. A file stays locked for other processes until it is closed.
 * @param path - a file, or `:memory:`.
 * @throws Error with the path if it cannot be opened, or another process uses it.
 */
export function openLibsql(path: string): SqlDatabase {
  const isFile = path !== ':memory:';
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { timeout: busyTimeout });
    if (isFile) lock(database);
    return new LibsqlDatabase(database, isFile);
  } catch (cause) {
    database?.close();
    if (isError(cause, 'SQLITE_BUSY', 'database is locked'))
      throw new Error(
        `${path} is in use by another process: an import, or edgewatch serve --service. Wait for it or stop it.`,
        { cause },
      );
    throw new Error(`The database ${path} cannot be opened. Check that the path is a writable file.`, {
      cause,
    });
  }
}
