/** Reads and writes a history record by SQL that every engine understands. store.ts has the interface. */

import type { Retention } from '#contract/history.ts';
import type { Stale } from '../memory/present.ts';
import type { RecordChange, SubjectOrder } from '../memory/remembered.ts';
import type { NoteRow } from '../notes/note-row.ts';
import type {
  Amount,
  BucketDayRow,
  ChangeRow,
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
import type { Statements } from './statements.ts';
import type { Between, ChangeQuery, LoggedChange, LogQuery, PastValue, PollTime, Volume } from './store.ts';
import { toStoredText } from './stored-text.ts';
import { tidyOnce } from './tidy.ts';
import { volumeIn } from './volume.ts';

/** Makes the SQL of the time of the newest row of one owner up to a time. Its parameters are owner and time. */
function valueAt(statements: Statements, table: string, owner: string, at: string): string {
  return `(select max(before.${at}) from ${statements.from(table, 'before')}
    where before.${owner} = ? and before.${at} <= ?)`;
}

/** What is done with the statements of one connection. */
export type Work<T> = (statements: Statements) => Promise<T>;

/** The methods of a store that need nothing but SQL. A store of an engine adds its connections. */
export abstract class SqlStore {
  /** Runs work that only reads. @throws StoreFailure if the store cannot be read. */
  abstract read<T>(work: Work<T>): Promise<T>;

  /**
   * Runs work in one transaction: all of it is committed, or nothing.
   * @param change - what the work changes in memory, for hosts that follow the record.
   * @throws StoreFailure if it is not committed.
   */
  abstract transact<T>(work: Work<T>, change?: RecordChange): Promise<T>;

  write(rows: readonly Row[], orders: readonly SubjectOrder[] = []): Promise<void> {
    return this.transact((statements) => statements.put(rows), { rows, orders });
  }

  load(take: (row: Row) => void, takeSpans: (spans: SubjectSpans) => void): Promise<void> {
    return this.read((statements) => loadRecord(statements, take, takeSpans));
  }

  async oldestPoll(endpoint: number): Promise<number | null> {
    const [at] = await this.read((statements) =>
      statements.first(`select min(at) from ${statements.from('look')} where endpoint = ? and cause is null`, [
        endpoint,
      ]),
    );
    return typeof at === 'number' ? at : null;
  }

  polls(endpoint: number, { from, to }: Between): Promise<readonly PollTime[]> {
    const where = 'where endpoint = ? and cause is null and at >= ? and at < ? order by at';
    return this.read((statements) => statements.rows('look', where, [endpoint, from, to]));
  }

  values(series: number, { from, to }: Between): Promise<readonly ValueRow[]> {
    return this.read((statements) => {
      const since = `at < ? and at >= coalesce(${valueAt(statements, 'value', 'series', 'at')}, ?)`;
      const where = `where series = ? and ${since} order by at`;
      return statements.rows('value', where, [series, to, series, from, from]);
    });
  }

  hours(series: number, { from, to }: Between): Promise<readonly HourRow[]> {
    const where = 'where series = ? and hour >= ? and hour < ? order by hour';
    return this.read((statements) => statements.rows('hour', where, [series, from, to]));
  }

  volume(series: Pick<SeriesRow, 'id' | 'endpoint'>, between: Between): Promise<Volume | null> {
    return this.read((statements) => volumeIn(statements, series, between));
  }

  claims(endpoint: number, { from, to }: Between): Promise<readonly ClaimRow[]> {
    return this.read((statements) => {
      const since = `at < ? and at >= coalesce(${valueAt(statements, 'claim', 'endpoint', 'at')}, ?)`;
      const where = `where endpoint = ? and ${since} order by at`;
      return statements.rows('claim', where, [endpoint, to, endpoint, from, from]);
    });
  }

  async bucketDays(
    item: number,
    field: 'objects' | 'bytes',
    { from, to }: Between,
  ): Promise<readonly { readonly day: number; readonly value: Amount | null }[]> {
    const rows = await this.read((statements) => {
      const since = `day < ? and day >= coalesce(${valueAt(statements, 'bucket_day', 'item', 'day')}, ?)`;
      const where = `where item = ? and ${since} order by day`;
      return statements.rows('bucket_day', where, [item, to, item, from, from]);
    });
    return rows.map((row) => ({ day: row.day, value: row[field] }));
  }

  bucketsOn(endpoint: number, day: number): Promise<readonly BucketDayRow[]> {
    return this.read((statements) => {
      const newest = `select max(other.day) from ${statements.from('bucket_day', 'other')}
        where other.item = item.id and other.day <= ?`;
      const where = `join ${statements.from('item')} on item.id = bucket_day.item
        where item.endpoint = ? and bucket_day.day = (${newest}) order by bucket_day.item`;
      return statements.rows('bucket_day', where, [endpoint, day]);
    });
  }

  log({ endpoint, between, item, start, limit }: LogQuery): Promise<readonly LoggedChange[]> {
    const { from, to } = between;
    // Given both conditions for one item, the planner could choose the endpoint's key and read its whole log.
    const [owner, of] = item === null ? ['endpoint', endpoint] : ['item', item];
    const { at, item: first } = start ?? { at: to, item: -1 };
    const page = `where ${owner} = ? and at >= ? and (at, item) <= (?, ?) and not_before is not null
      order by at desc, item desc limit ?`;
    return this.read(async (statements) => {
      const bodiesOfPage = `where id in (with page as (select "before", "after" from ${statements.from('log')} ${page})
        select "before" from page union select "after" from page)`;
      const lastListed = `join ${statements.from('log', 'gone')} on gone."before" = content.id
        where gone.item = ? and gone.at < ? order by gone.at desc limit 1`;
      const values = [of, from, at, first, limit];
      const rows = await statements.rows('log', page, values);
      const contents = await statements.rows('content', bodiesOfPage, values);
      const bodies = new Map(contents.map(({ id, body }) => [id, body]));
      const body = (id: number | null) => (id === null ? null : (bodies.get(id) ?? null));
      const changes: LoggedChange[] = [];
      for (const row of rows) {
        const { before, after } = row;
        const [last] =
          before === null
            ? // oxlint-disable-next-line no-await-in-loop -- few entries of a page are appearances
              await statements.rows('content', lastListed, [row.item, row.at])
            : [];
        changes.push({
          ...row,
          bodyBefore: body(before),
          bodyLast: last?.body ?? null,
          bodyAfter: body(after),
        });
      }
      return changes;
    });
  }

  changes({ deployment, between, kind, key, start, limit }: ChangeQuery): Promise<readonly ChangeRow[]> {
    const { at, seq, n } = start ?? { at: between.to, seq: -1, n: -1 };
    const where = `where deployment = ? and at >= ? and (at, seq, n) <= (?, ?, ?)
      and coalesce(?, kind) = kind and coalesce(?, key_text) = key_text
      order by at desc, seq desc, n desc limit ?`;
    const values = [deployment, between.from, at, seq, n, kind, key === null ? null : toStoredText(key), limit];
    return this.read((statements) => statements.rows('change', where, values));
  }

  async content(id: number): Promise<ContentRow | null> {
    const [row] = await this.read((statements) => statements.rows('content', 'where id = ?', [id]));
    return row ?? null;
  }

  pollIn(endpoint: number, between: Between): Promise<PollRow | null> {
    return this.read((statements) => pollIn(statements, endpoint, between));
  }

  contentsAt(items: readonly number[], time: number): Promise<ReadonlyMap<number, string | null>> {
    return this.read((statements) => contentsAt(statements, items, time));
  }

  valuesAt(series: readonly number[], time: number): Promise<readonly PastValue[]> {
    return this.read((statements) => valuesAt(statements, series, time));
  }

  notes(query: NoteQuery): Promise<readonly NoteRow[]> {
    return this.read((statements) => notesIn(statements, query));
  }

  lastNoteEnd(deployment: string): Promise<number | null> {
    return this.read((statements) => lastNoteEnd(statements, deployment));
  }

  addNote(note: NewNote): Promise<AddedNote> {
    return this.transact((statements) => addNote(statements, note));
  }

  withdrawNote(withdrawal: Withdrawal): Promise<NoteRow | null> {
    return this.transact((statements) => withdrawNote(statements, withdrawal));
  }

  tidy(retention: Retention, now: number): Promise<boolean> {
    return this.transact((statements) => tidyOnce(statements, retention, now));
  }

  drop(stale: Stale): Promise<void> {
    const { subjects, items, series, words } = stale;
    const deletions: readonly (readonly [
      readonly { readonly id: number }[],
      Readonly<Record<string, string>>,
    ])[] = [
      [subjects, { span: 'subject', subject: 'id' }],
      [items, { bucket_day: 'item', item: 'id' }],
      [series, { value: 'series', hour: 'series', series: 'id' }],
      [words, { word: 'id' }],
    ];
    return this.transact(
      async (statements) => {
        for (const [rows, tables] of deletions)
          for (const { id } of rows)
            for (const [table, column] of Object.entries(tables)) {
              const sql = `delete from ${quoted(table)} ${statements.where} ${column} = ?`;
              // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
              await statements.run(sql, [id]);
            }
      },
      { stale },
    );
  }
}
