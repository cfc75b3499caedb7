/** Stores the history record in one SQLite file. store.ts has the interface. */

import type Database from 'libsql';
import type { Retention } from '#contract/history.ts';
import type { Stale } from '../memory/present.ts';
import type { NoteRow } from '../notes/note-row.ts';
import type {
  Amount,
  BucketDayRow,
  ClaimRow,
  ContentRow,
  HourRow,
  PollRow,
  Row,
  SeriesRow,
  SubjectSpans,
  ValueRow,
} from '../rows.ts';
import { quoted } from './dialect.ts';
import { faultOf } from './faults.ts';
import { writeCopy } from './file-copy.ts';
import { loadRecord } from './load-record.ts';
import {
  type AddedNote,
  addNote,
  lastNoteEnd,
  type NewNote,
  type NoteQuery,
  notesIn,
  type Withdrawal,
  withdrawNote,
} from './notes.ts';
import { contentsAt, pollIn, valuesAt } from './past-queries.ts';
import { problemsIn, shrink, vacuumInto } from './sqlite.ts';
import { Statements } from './statements.ts';
import {
  type Between,
  type ChangeQuery,
  type HistoryStore,
  type LoggedChange,
  type LogQuery,
  type PastValue,
  type PollTime,
  StoreFailure,
  type Volume,
} from './store.ts';
import { toStoredText } from './stored-text.ts';
import { shapes } from './tables.ts';
import { tidyOnce } from './tidy.ts';
import { volumeIn } from './volume.ts';

/** Names of the tables whose rows name a deployment. All other rows refer to rows of these tables. */
const deploymentTables = shapes
  .filter(({ columns }) => columns.some(({ member }) => member === 'deployment'))
  .map(({ table }) => table);

export class LibsqlStore implements HistoryStore {
  readonly #database: Database.Database;
  readonly #statements: Statements;
  readonly #onCommitted: (seq: number) => void;
  readonly #onClose: () => void;
  #isClosed = false;

  /**
   * Wraps an open database.
   * @param onCommitted - gets the sequence number of the newest committed poll.
   * @param onClose - closes the file.
   */
  constructor(database: Database.Database, onCommitted: (seq: number) => void, onClose: () => void) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#onCommitted = onCommitted;
    this.#onClose = onClose;
  }

  async write(rows: readonly Row[]): Promise<void> {
    this.#do(() => this.#transaction(() => this.#statements.put(rows)));
    const seq = rows.reduce((newest, row) => (row.table === 'look' ? Math.max(newest, row.seq) : newest), 0);
    if (seq > 0) this.#onCommitted(seq);
  }

  async load(take: (row: Row) => void, takeSpans: (spans: SubjectSpans) => void): Promise<void> {
    this.#do(() => loadRecord(this.#statements, take, takeSpans));
  }

  async oldestPoll(endpoint: number): Promise<number | null> {
    const sql = 'select min(at) from look where endpoint = ? and cause is null';
    const [at] = this.#do(() => this.#statements.all(sql, [endpoint]))[0] ?? [];
    return typeof at === 'number' ? at : null;
  }

  async polls(endpoint: number, { from, to }: Between): Promise<readonly PollTime[]> {
    const where = 'where endpoint = ? and cause is null and at >= ? and at < ? order by at';
    return this.#do(() => this.#statements.rows('look', where, [endpoint, from, to]));
  }

  async values(series: number, { from, to }: Between): Promise<readonly ValueRow[]> {
    const where = `where series = ? and at < ? and at >= coalesce(
      (select max(before.at) from value as before where before.series = ? and before.at <= ?), ?) order by at`;
    return this.#do(() => this.#statements.rows('value', where, [series, to, series, from, from]));
  }

  async hours(series: number, { from, to }: Between): Promise<readonly HourRow[]> {
    const where = 'where series = ? and hour >= ? and hour < ? order by hour';
    return this.#do(() => this.#statements.rows('hour', where, [series, from, to]));
  }

  async volume(series: Pick<SeriesRow, 'id' | 'endpoint'>, between: Between): Promise<Volume | null> {
    return this.#do(() => volumeIn(this.#statements, series, between));
  }

  async claims(endpoint: number, { from, to }: Between): Promise<readonly ClaimRow[]> {
    const where = `where endpoint = ? and at < ? and at >= coalesce(
      (select max(before.at) from claim as before where before.endpoint = ? and before.at <= ?), ?) order by at`;
    return this.#do(() => this.#statements.rows('claim', where, [endpoint, to, endpoint, from, from]));
  }

  async bucketDays(
    item: number,
    field: 'objects' | 'bytes',
    { from, to }: Between,
  ): Promise<readonly { readonly day: number; readonly value: Amount | null }[]> {
    const where = `where item = ? and day < ? and day >= coalesce(
      (select max(before.day) from bucket_day as before where before.item = ? and before.day <= ?), ?) order by day`;
    const rows = this.#do(() => this.#statements.rows('bucket_day', where, [item, to, item, from, from]));
    return rows.map((row) => ({ day: row.day, value: row[field] }));
  }

  async bucketsOn(endpoint: number, day: number): Promise<readonly BucketDayRow[]> {
    const where = `join item on item.id = bucket_day.item where item.endpoint = ? and bucket_day.day =
      (select max(other.day) from bucket_day as other where other.item = item.id and other.day <= ?)`;
    return this.#do(() => this.#statements.rows('bucket_day', where, [endpoint, day]));
  }

  async log({ endpoint, between, item, start, limit }: LogQuery): Promise<readonly LoggedChange[]> {
    const { from, to } = between;
    // Given both conditions for one item, the planner could choose the endpoint's key and read its whole log.
    const [owner, of] = item === null ? ['endpoint', endpoint] : ['item', item];
    const { at, item: first } = start ?? { at: to, item: -1 };
    const page = `where ${owner} = ? and at >= ? and (at, item) <= (?, ?) and not_before is not null
      order by at desc, item desc limit ?`;
    const bodiesOfPage = `where id in (with page as (select "before", "after" from log ${page})
      select "before" from page union select "after" from page)`;
    const lastListed = `join log as gone on gone."before" = content.id
      where gone.item = ? and gone.at < ? order by gone.at desc limit 1`;
    return this.#do(() => {
      const values = [of, from, at, first, limit];
      const rows = this.#statements.rows('log', page, values);
      const bodies = new Map(
        this.#statements.rows('content', bodiesOfPage, values).map(({ id, body }) => [id, body]),
      );
      const body = (id: number | null) => (id === null ? null : (bodies.get(id) ?? null));
      return rows.map((row) => {
        const [last] =
          row.before === null ? this.#statements.rows('content', lastListed, [row.item, row.at]) : [];
        return {
          ...row,
          bodyBefore: body(row.before),
          bodyLast: last?.body ?? null,
          bodyAfter: body(row.after),
        };
      });
    });
  }

  async changes({ deployment, between, kind, key, start, limit }: ChangeQuery) {
    const { at, seq, n } = start ?? { at: between.to, seq: -1, n: -1 };
    const where = `where deployment = ? and at >= ? and (at, seq, n) <= (?, ?, ?)
      and coalesce(?, kind) = kind and coalesce(?, key_text) = key_text
      order by at desc, seq desc, n desc limit ?`;
    const values = [deployment, between.from, at, seq, n, kind, key === null ? null : toStoredText(key), limit];
    return this.#do(() => this.#statements.rows('change', where, values));
  }

  async content(id: number): Promise<ContentRow | null> {
    return this.#do(() => this.#content(id));
  }

  async pollIn(endpoint: number, between: Between): Promise<PollRow | null> {
    return this.#do(() => pollIn(this.#statements, endpoint, between));
  }

  async contentsAt(items: readonly number[], time: number): Promise<ReadonlyMap<number, string | null>> {
    return this.#do(() => contentsAt(this.#statements, items, time));
  }

  async valuesAt(series: readonly number[], time: number): Promise<readonly PastValue[]> {
    return this.#do(() => valuesAt(this.#statements, series, time));
  }

  async notes(query: NoteQuery): Promise<readonly NoteRow[]> {
    return this.#do(() => notesIn(this.#statements, query));
  }

  async lastNoteEnd(deployment: string): Promise<number | null> {
    return this.#do(() => lastNoteEnd(this.#statements, deployment));
  }

  async addNote(note: NewNote): Promise<AddedNote> {
    return this.#do(() => this.#transaction(() => addNote(this.#statements, note)));
  }

  async withdrawNote(withdrawal: Withdrawal): Promise<NoteRow | null> {
    return this.#do(() => this.#transaction(() => withdrawNote(this.#statements, withdrawal)));
  }

  async tidy(retention: Retention, now: number): Promise<boolean> {
    return this.#do(() => {
      const isMore = this.#transaction(() => tidyOnce(this.#statements, retention, now));
      if (isMore) shrink(this.#database);
      return isMore;
    });
  }

  async drop({ subjects, items, series, words }: Stale): Promise<void> {
    const deletions: readonly (readonly [readonly { readonly id: number }[], readonly string[]])[] = [
      [subjects, ['span where subject', 'subject where id']],
      [items, ['bucket_day where item', 'item where id']],
      [series, ['value where series', 'hour where series', 'series where id']],
      [words, ['word where id']],
    ];
    this.#do(() =>
      this.#transaction(() => {
        for (const [rows, named] of deletions)
          for (const { id } of rows)
            for (const by of named) this.#statements.run(`delete from ${by} = ?`, [id]);
      }),
    );
  }

  async backup(file: string): Promise<void> {
    writeCopy(file, (to) => this.#do(() => vacuumInto(this.#database, to)));
  }

  async rename(from: string, to: string): Promise<'renamed' | 'none' | 'taken'> {
    const [before, after] = [toStoredText(from), toStoredText(to)];
    const isIn = (slug: string) =>
      deploymentTables.some(
        (table) =>
          this.#statements.all(`select 1 from ${quoted(table)} where deployment = ? limit 1`, [slug]).length >
          0,
      );
    return this.#do(() =>
      this.#transaction(() => {
        if (!isIn(before)) return 'none';
        if (isIn(after)) return 'taken';
        for (const table of deploymentTables)
          this.#statements.run(`update ${quoted(table)} set deployment = ? where deployment = ?`, [
            after,
            before,
          ]);
        // The slug is also the key of the deployment's subject and of its verdict.
        for (const table of ['subject', 'change', 'note'])
          this.#statements.run(
            `update ${quoted(table)} set key_text = ? where deployment = ? and kind in ('deployment', 'verdict')`,
            [after, after],
          );
        return 'renamed';
      }),
    );
  }

  async check(): Promise<readonly string[]> {
    return this.#do(() => problemsIn(this.#database));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClose();
  }

  #content(id: number): ContentRow | null {
    return this.#statements.rows('content', 'where id = ?', [id])[0] ?? null;
  }

  #transaction<T>(work: () => T): T {
    this.#statements.exec('begin immediate');
    try {
      const result = work();
      this.#statements.exec('commit');
      return result;
    } catch (cause) {
      if (this.#database.inTransaction) this.#statements.exec('rollback');
      throw cause;
    }
  }

  #do<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const fault = faultOf(cause) === 'disk-full' ? 'disk-full' : 'broken';
      throw new StoreFailure(fault, `The history file cannot be used: ${why}`, { cause });
    }
  }
}
