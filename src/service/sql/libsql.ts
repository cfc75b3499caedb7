/** The SQL interface on libsql: SQLite in this process, in memory or in one file. */

import Database from 'libsql';
import type { SqlDatabase, SqlRow, SqlStatements, SqlValue } from './database.ts';

/** Milliseconds that a statement waits for a file that another process has locked. */
const busyTimeout = 5_000;

/** 64-bit integers come as bigints; most fit a number, the rest must not be rounded. */
function exactValue(value: unknown): SqlValue {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError(`A column holds a ${typeof value}; only text, numbers and null are used here.`);
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
    const rows = this.#prepare(sql).all([...parameters]);
    return rows.map((source) => {
      const row: Record<string, SqlValue> = {};
      for (const [name, value] of Object.entries(source ?? {})) row[name] = exactValue(value);
      return row;
    });
  }

  async run(sql: string, parameters: readonly SqlValue[] = []): Promise<number> {
    return this.#prepare(sql).run([...parameters]).changes;
  }
}

class LibsqlDatabase implements SqlDatabase {
  readonly #database: Database.Database;
  readonly #statements: LibsqlStatements;
  /** Ends when the transaction that holds the one connection ends. */
  #held: Promise<unknown> | null = null;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#statements = new LibsqlStatements(database);
  }

  // One connection: a statement that slipped into another's transaction would be undone with it.
  async #untilFree(): Promise<void> {
    while (this.#held) await this.#held;
  }

  async all(sql: string, parameters?: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    await this.#untilFree();
    return this.#statements.all(sql, parameters);
  }

  async run(sql: string, parameters?: readonly SqlValue[]): Promise<number> {
    await this.#untilFree();
    return this.#statements.run(sql, parameters);
  }

  async transaction<T>(work: (statements: SqlStatements) => Promise<T>): Promise<T> {
    await this.#untilFree();
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
    await this.#untilFree();
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
