/** Stores the record of one deployment in a PostgreSQL database. store.ts has the interface. */

import type { NoteRow } from '#host/history/notes/note-row.ts';
import type { Row, SubjectSpans } from '#host/history/rows.ts';
import type { Dialect } from '../dialect.ts';
import { loadRecord } from '../load-record.ts';
import { type AddedNote, addNote, type NewNote, type Withdrawal, withdrawNote } from '../notes.ts';
import { SqlStore, type Work } from '../sql-store.ts';
import { Statements } from '../statements.ts';
import type { HistoryStore } from '../store.ts';
import { Connections } from './connections.ts';
import { PostgresConnection, postgres } from './dialect.ts';
import { prepareSchema } from './schema.ts';

const readOnly = 'isolation level repeatable read read only';

/** A database with the records of several deployments. */
export class PostgresDatabase {
  /** Connections for polls and responses. */
  readonly usual: Connections;
  /** Connections that load a whole record, which takes longer. */
  readonly loading: Connections;

  /** Opens no connection yet. @param url - `postgres://…`, with user and password. */
  constructor(url: string) {
    this.usual = new Connections(url, { most: 8, milliseconds: 5_000 });
    this.loading = new Connections(url, { most: 2, milliseconds: 60_000 });
  }

  /**
   * Creates or upgrades the tables.
   * @returns `newer` if a newer version of Edgewatch did so already.
   * @throws StoreFailure
   */
  prepare(): Promise<'ready' | 'newer'> {
    return prepareSchema(this.loading);
  }

  /** Opens the record of a deployment. @throws StoreFailure */
  async open(deployment: string): Promise<PostgresStore> {
    const record = await this.usual.transact('', async (client) => {
      const insert = 'insert into record (deployment) values ($1) on conflict do nothing';
      await client.query(insert, [deployment]);
      const select = 'select id from record where deployment = $1';
      return (await client.query<{ id: number }>(select, [deployment])).rows[0]?.id;
    });
    if (record === undefined) throw new Error(`${deployment} has no record.`);
    return new PostgresStore(this, record);
  }

  async close(): Promise<void> {
    await Promise.all([this.usual.close(), this.loading.close()]);
  }
}

export class PostgresStore extends SqlStore implements HistoryStore {
  readonly #database: PostgresDatabase;
  readonly #record: number;
  readonly #dialect: Dialect;

  constructor(database: PostgresDatabase, record: number) {
    super();
    this.#database = database;
    this.#record = record;
    this.#dialect = postgres(record);
  }

  override load(take: (row: Row) => void, takeSpans: (spans: SubjectSpans) => void): Promise<void> {
    return this.#run(this.#database.loading, readOnly, (statements) => loadRecord(statements, take, takeSpans));
  }

  override addNote(note: NewNote): Promise<AddedNote> {
    return this.#changeNotes((statements) => addNote(statements, note));
  }

  override withdrawNote(withdrawal: Withdrawal): Promise<NoteRow | null> {
    return this.#changeNotes((statements) => withdrawNote(statements, withdrawal));
  }

  /** Does nothing: other records use the same connections. */
  async close(): Promise<void> {}

  protected override read<T>(work: Work<T>): Promise<T> {
    return this.#run(this.#database.usual, readOnly, work);
  }

  protected override transact<T>(work: Work<T>): Promise<T> {
    return this.#run(this.#database.usual, '', work);
  }

  /** Changes notes one after another: the next id and the limits depend on the notes before. */
  #changeNotes<T>(work: Work<T>): Promise<T> {
    return this.transact(async (statements) => {
      await statements.all('select id from record where id = ? for no key update', [this.#record]);
      return work(statements);
    });
  }

  #run<T>(connections: Connections, mode: string, work: Work<T>): Promise<T> {
    return connections.transact(mode, (client) =>
      work(new Statements(new PostgresConnection(client, this.#dialect))),
    );
  }
}
