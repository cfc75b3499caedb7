/** Stores the history record in one SQLite file, through one connection. store.ts has the interface. */

import type Database from 'libsql';
import type { Retention } from '#contract/history.ts';
import type { Row } from '#host/history/rows.ts';
import { quoted } from '../dialect.ts';
import { SqlStore, type Work } from '../sql-store.ts';
import { Statements } from '../statements.ts';
import { type HistoryFile, StoreFailure } from '../store.ts';
import { toStoredText } from '../stored-text.ts';
import { shapes } from '../tables.ts';
import { faultOf } from './faults.ts';
import { writeCopy } from './file-copy.ts';
import { problemsIn, SqliteConnection, shrink, vacuumInto } from './sqlite.ts';

/** Names of the tables whose rows name a deployment. All other rows refer to rows of these tables. */
const deploymentTables = shapes
  .filter(({ columns }) => columns.some(({ member }) => member === 'deployment'))
  .map(({ table }) => table);

export class LibsqlStore extends SqlStore implements HistoryFile {
  readonly #database: Database.Database;
  readonly #connection: SqliteConnection;
  readonly #statements: Statements;
  readonly #onCommitted: (seq: number) => void;
  readonly #onClose: () => void;
  #queue: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | null = null;

  /**
   * Wraps an open database.
   * @param onCommitted - gets the sequence number of the newest committed poll.
   * @param onClose - closes the file.
   */
  constructor(database: Database.Database, onCommitted: (seq: number) => void, onClose: () => void) {
    super();
    this.#database = database;
    this.#connection = new SqliteConnection(database);
    this.#statements = new Statements(this.#connection);
    this.#onCommitted = onCommitted;
    this.#onClose = onClose;
  }

  override async write(rows: readonly Row[]): Promise<void> {
    await super.write(rows);
    const seq = rows.reduce((newest, row) => (row.table === 'look' ? Math.max(newest, row.seq) : newest), 0);
    if (seq > 0) this.#onCommitted(seq);
  }

  override async tidy(retention: Retention, now: number): Promise<boolean> {
    const isMore = await super.tidy(retention, now);
    if (isMore) await this.#using(async () => shrink(this.#database));
    return isMore;
  }

  backup(file: string): Promise<void> {
    const copy = (to: string) => {
      try {
        vacuumInto(this.#database, to);
      } catch (cause) {
        throw failureOf(cause);
      }
    };
    return this.#inTurn(async () => writeCopy(file, copy));
  }

  rename(from: string, to: string): Promise<'renamed' | 'none' | 'taken'> {
    const [before, after] = [toStoredText(from), toStoredText(to)];
    return this.transact(async (statements) => {
      const isIn = async (slug: string) => {
        const each = deploymentTables.map((table) => `select 1 from ${quoted(table)} where deployment = ?`);
        const values = deploymentTables.map(() => slug);
        return (await statements.first(each.join(' union '), values)).length > 0;
      };
      if (!(await isIn(before))) return 'none';
      if (await isIn(after)) return 'taken';
      for (const table of deploymentTables) {
        const rename = `update ${quoted(table)} set deployment = ? where deployment = ?`;
        // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
        await statements.run(rename, [after, before]);
      }
      // The slug is also the key of the deployment's subject and of its verdict.
      const keys = "set key_text = ? where deployment = ? and kind in ('deployment', 'verdict')";
      for (const table of ['subject', 'change', 'note']) {
        // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
        await statements.run(`update ${table} ${keys}`, [after, after]);
      }
      return 'renamed';
    });
  }

  check(): Promise<readonly string[]> {
    return this.#using(async () => problemsIn(this.#database));
  }

  close(): Promise<void> {
    this.#closing ??= this.#inTurn(async () => this.#onClose());
    return this.#closing;
  }

  override read<T>(work: Work<T>): Promise<T> {
    return this.#using(() => work(this.#statements));
  }

  override transact<T>(work: Work<T>): Promise<T> {
    return this.#using(() => this.#connection.transact(() => work(this.#statements)));
  }

  #using<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(() =>
      work().catch((cause: unknown) => {
        throw failureOf(cause);
      }),
    );
  }

  /** Runs work after all earlier work: nobody may read rows that are not committed. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const job = this.#queue.then(work);
    this.#queue = job.catch(() => undefined);
    return job;
  }
}

function failureOf(cause: unknown): StoreFailure {
  const why = cause instanceof Error ? cause.message : String(cause);
  const fault = faultOf(cause) === 'disk-full' ? 'disk-full' : 'broken';
  return new StoreFailure(fault, `The history file cannot be used: ${why}`, { cause });
}
