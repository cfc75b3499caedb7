/** The SQL interface on libsql: SQLite in this process, in memory or in one file. */

import Database from 'libsql';
import type { SqlDatabase, SqlRow, SqlStatements, SqlValue } from './database.ts';

/** Milliseconds that a statement waits for a file that another process has locked. */
const busyTimeout = 5_000;

/** 64-bit integers come as bigints; most fit a number, the rest must not be rounded. */
function exactRow(row: Record<string, unknown>): SqlRow {
  for (const name in row) {
    const value = row[name];
    if (typeof value !== 'bigint') continue;
    const number = Number(value);
    if (Number.isSafeInteger(number)) row[name] = number;
  }
  // No column here holds a blob, so what is left is text, numbers, bigints and null.
  return row as SqlRow;
}

class LibsqlStatements implements SqlStatements {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  // Every text comes from our own code, so the statements kept are as many as the queries written.
  #prepare(sql: string): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    statement.safeIntegers(true);
    this.#prepared.set(sql, statement);
    return statement;
  }

  async all(sql: string, parameters: readonly SqlValue[] = []): Promise<readonly SqlRow[]> {
    // libsql makes a fresh plain object for each row.
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
   * Ends with the transaction that has the one connection; a statement that slipped in would be undone with it.
   * Looked at without an `await` in between, or two could find it free.
   */
  #held: Promise<unknown> | null = null;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#statements = new LibsqlStatements(database);
  }

  async all(sql: string, parameters?: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    while (this.#held) await this.#held;
    return this.#statements.all(sql, parameters);
  }

  async run(sql: string, parameters?: readonly SqlValue[]): Promise<number> {
    while (this.#held) await this.#held;
    return this.#statements.run(sql, parameters);
  }

  async transaction<T>(work: (statements: SqlStatements) => Promise<T>): Promise<T> {
    while (this.#held) await this.#held;
    const running = this.#commit(work);
    this.#held = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      this.#held = null;
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
    while (this.#held) await this.#held;
    this.#database.close();
  }
}

/**
 * Opens a database.
 *
 * @param path a file, or `:memory:`.
 * @throws Error naming the path where it cannot be opened.
 */
export function openLibsql(path: string): SqlDatabase {
  try {
    const database = new Database(path, { timeout: busyTimeout });
    if (path !== ':memory:') {
      // FULL: what was confirmed survives a power cut.
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
