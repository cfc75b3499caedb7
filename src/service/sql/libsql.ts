/** Implements the SQL interface (database.ts) on libsql: SQLite in this process, in memory or in one file. */

import Database from 'libsql';
import type { SqlDatabase, SqlRow, SqlStatements, SqlValue } from './database.ts';

/** Maximum milliseconds that a statement waits for a file locked by another process. */
const busyTimeout = 5_000;

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
  readonly #statements: LibsqlStatements;
  /**
   * The transaction that owns the one connection; `null` if none runs. A foreign statement inside it would be
   * rolled back with it. No `await` may stand between the check and the assignment, or two callers could both
   * find it free.
   */
  #running: Promise<unknown> | null = null;

  constructor(database: Database.Database) {
    this.#database = database;
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
    this.#database.close();
  }
}

/**
 * Opens a database.
 * @param path - a file, or `:memory:`.
 * @throws Error with the path if it cannot be opened.
 */
export function openLibsql(path: string): SqlDatabase {
  try {
    const database = new Database(path, { timeout: busyTimeout });
    if (path !== ':memory:') {
      // FULL: a committed transaction survives a power cut.
      database.exec('pragma journal_mode = wal');
      database.exec('pragma synchronous = full');
    }
    return new LibsqlDatabase(database);
  } catch (error) {
    throw new Error(`The database ${path} cannot be opened. Check that the path is a writable file.`, {
      cause: error,
    });
  }
}
