/** Stores the record of one deployment in a PostgreSQL database. store.ts has the interface. */

import type { PoolClient } from 'pg';
import type { Retention } from '#contract/history.ts';
import type { RecordChange } from '#host/history/memory/remembered.ts';
import type { NoteRow } from '#host/history/notes/note-row.ts';
import type { Row, SubjectSpans } from '#host/history/rows.ts';
import type { Dialect } from '../dialect.ts';
import { loadRecord } from '../load-record.ts';
import { type AddedNote, addNote, type NewNote, type Withdrawal, withdrawNote } from '../notes.ts';
import { SqlStore, type Work } from '../sql-store.ts';
import { Statements } from '../statements.ts';
import { type HistoryStore, StoreFailure } from '../store.ts';
import { tidyOnce } from '../tidy.ts';
import { Connections } from './connections.ts';
import { PostgresConnection, postgres } from './dialect.ts';
import {
  guardOf,
  headOf,
  type JournalEntry,
  journalAfter,
  type RecordHead,
  type RecordPosition,
  tidyJournal,
} from './journal.ts';
import type { Lease } from './leases.ts';
import { prepareSchema } from './schema.ts';

const readOnly = { mode: 'isolation level repeatable read read only' };

/** A database with the records of several deployments. */
export class PostgresDatabase {
  /** Connections for polls and responses. */
  readonly usual: Connections;
  /** Connections for what takes longer: loading a record, and retention. */
  readonly slow: Connections;
  /** Connection for leases, which must not wait for others. */
  readonly forLeases: Connections;

  /** Opens no connection yet. @param url - `postgres://…`, with user and password. */
  constructor(url: string) {
    this.usual = new Connections(url, { most: 8, milliseconds: 3_000 });
    this.slow = new Connections(url, { most: 2, milliseconds: 60_000 });
    this.forLeases = new Connections(url, { most: 1, milliseconds: 2_000 });
  }

  get #all(): readonly Connections[] {
    return [this.usual, this.slow, this.forLeases];
  }

  /** Uses another address from now on, such as one with a new password. */
  readdress(url: string): void {
    for (const each of this.#all) each.readdress(url);
  }

  /**
   * Creates or upgrades the tables.
   * @returns `newer` if a newer version of Edgewatch did so already.
   * @throws StoreFailure
   */
  prepare(): Promise<'ready' | 'newer'> {
    return prepareSchema(this.slow);
  }

  /** Opens the record of a deployment for the holder of its lease. @throws StoreFailure */
  async open(lease: Lease): Promise<PostgresStore> {
    const { deployment } = lease;
    const record = await this.usual.transact({}, async (client) => {
      const insert = 'insert into record (deployment) values ($1) on conflict do nothing';
      await client.query(insert, [deployment]);
      const select = 'select id from record where deployment = $1';
      return (await client.query<{ id: number }>(select, [deployment])).rows[0]?.id;
    });
    if (record === undefined) throw new StoreFailure('broken', `${deployment} has no record.`);
    return new PostgresStore(this, record, lease);
  }

  /** Opens a record that another host writes. Its notes can be written. @param record - its number. */
  openOther(record: number): PostgresStore {
    return new PostgresStore(this, record, null);
  }

  /** Reads what was written after positions, by record and in order. @throws StoreFailure */
  journalAfter(positions: readonly RecordPosition[]): Promise<readonly JournalEntry[]> {
    return journalAfter(this.usual, positions);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.close()));
  }
}

export class PostgresStore extends SqlStore implements HistoryStore {
  readonly #database: PostgresDatabase;
  readonly #record: number;
  readonly #dialect: Dialect;
  readonly #lease: Lease | null;
  /** Number of the newest transaction that this host loaded or wrote; `null` if it loaded nothing. */
  #revision: number | null = null;

  /** @param lease - `null` if another host has it. */
  constructor(database: PostgresDatabase, record: number, lease: Lease | null) {
    super();
    this.#database = database;
    this.#record = record;
    this.#dialect = postgres(record);
    this.#lease = lease;
  }

  override async load(take: (row: Row) => void, takeSpans: (spans: SubjectSpans) => void): Promise<void> {
    await this.loadWithHead(take, takeSpans);
  }

  /** Loads rows as {@link load} does. @returns the head of the record, with the number of its newest loaded transaction. */
  loadWithHead(take: (row: Row) => void, takeSpans: (spans: SubjectSpans) => void): Promise<RecordHead> {
    return this.#database.slow.transact(readOnly, async (client) => {
      const statements = this.#statements(client);
      const head = await headOf(statements, this.#record);
      await loadRecord(statements, take, takeSpans);
      this.#revision = head.revision;
      return head;
    });
  }

  override tidy(retention: Retention, now: number): Promise<boolean> {
    return this.#write(this.#database.slow, async (statements) => {
      await tidyJournal(statements);
      return tidyOnce(statements, retention, now);
    });
  }

  override addNote(note: NewNote): Promise<AddedNote> {
    return this.#changeNotes((statements) => addNote(statements, note));
  }

  override withdrawNote(withdrawal: Withdrawal): Promise<NoteRow | null> {
    return this.#changeNotes((statements) => withdrawNote(statements, withdrawal));
  }

  /** Makes hosts that follow the record load it again: no journal has what a copy wrote. @throws StoreFailure */
  async reloadElsewhere(): Promise<void> {
    const skip = 'update record set revision = revision + 1 where id = ?';
    await this.transact((statements) => statements.run(skip, [this.#record]));
  }

  /** Does nothing: other records use the same connections. */
  async close(): Promise<void> {}

  override read<T>(work: Work<T>): Promise<T> {
    return this.#database.usual.transact(readOnly, (client) => work(this.#statements(client)));
  }

  override transact<T>(work: Work<T>, change?: RecordChange): Promise<T> {
    return this.#write(this.#database.usual, work, change);
  }

  /**
   * Changes notes one after another: the next id and the limits depend on the notes before. Every host may do so,
   * because no host has notes in memory.
   */
  #changeNotes<T>(work: Work<T>): Promise<T> {
    return this.#database.usual.transact({}, async (client) => {
      const statements = this.#statements(client);
      await statements.all('select id from record where id = ? for no key update', [this.#record]);
      return work(statements);
    });
  }

  /** Writes only while the lease is held: its row stays locked against a takeover until the commit. */
  async #write<T>(connections: Connections, work: Work<T>, change?: RecordChange): Promise<T> {
    const lease = this.#lease;
    if (!lease?.isTrusted())
      throw new StoreFailure('lost', 'This host has no lease of the deployment, or it was not renewed.');
    const guard = guardOf(lease, { record: this.#record, revision: this.#revision }, change);
    const result = await connections.transact({ guard }, (client) => work(this.#statements(client)));
    if (change && this.#revision !== null) this.#revision += 1;
    return result;
  }

  #statements(client: PoolClient): Statements {
    return new Statements(new PostgresConnection(client, this.#dialect));
  }
}
