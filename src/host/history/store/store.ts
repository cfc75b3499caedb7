/** Interface of the durable storage of the history record. The folders sqlite and postgres implement it. */

import type { Retention } from '#contract/history.ts';
import type { Stale } from '../memory/present.ts';
import type { SubjectOrder } from '../memory/remembered.ts';
import type { NoteRow } from '../notes/note-row.ts';
import type {
  Amount,
  BucketDayRow,
  ChangeRow,
  ClaimRow,
  ContentRow,
  HourRow,
  LogRow,
  PollRow,
  Row,
  SeriesRow,
  SubjectSpans,
  ValueRow,
} from '../rows.ts';
import type { AddedNote, NewNote, NoteQuery, Withdrawal } from './notes.ts';

export type { Retention };

/** A half-open time range, in epoch milliseconds. */
export interface Between {
  readonly from: number;
  readonly to: number;
}

/** An answered poll. A series without a value at this poll has its previous value. */
export interface PollTime {
  readonly at: number;
  readonly seq: number;
  /** Validity period of the response, in milliseconds. */
  readonly vouched: number;
}

/** Value of a series at a past time. */
export interface PastValue {
  /** The value, or a lower bound of it; `null` if it is not recorded. */
  readonly value: Amount | null;
  /** Whether `value` is the value itself. It is not, if only the hour with several values is stored. */
  readonly isExact: boolean;
}

/** Values of a series at the first and the last poll of a window. */
export interface Volume {
  readonly first: Amount;
  readonly last: Amount;
  /** Number of polls with a lower value than the last known one before. */
  readonly falls: number;
}

/** Which entries of a list's log are read. They come newest first: by `at`, then by item. */
export interface LogQuery {
  readonly endpoint: number;
  readonly between: Between;
  /** Id of the only item whose entries are read; `null` for all items. */
  readonly item: number | null;
  /** Entry at which reading starts, inclusive; `null` for the newest entry. */
  readonly start: Pick<LogRow, 'at' | 'item'> | null;
  readonly limit: number;
}

/** Which rows of the table `change` are read. They come newest first: by `at`, then `seq`, then `n`. */
export interface ChangeQuery {
  readonly deployment: string;
  readonly between: Between;
  readonly kind: string | null;
  readonly key: string | null;
  /** Row at which reading starts, inclusive; `null` for the newest row. */
  readonly start: Pick<ChangeRow, 'at' | 'seq' | 'n'> | null;
  readonly limit: number;
}

export interface LoggedChange extends LogRow {
  readonly bodyBefore: string | null;
  /**
   * Last content of an item that was absent before this change, as JSON; `null` if the item was listed until
   * now, or never before.
   */
  readonly bodyLast: string | null;
  readonly bodyAfter: string | null;
}

/**
 * One history record. Every method throws {@link StoreFailure} if the disk, the file or the server fails. Rows
 * written before stay.
 */
export interface HistoryStore {
  /**
   * Writes all rows or none, committed and synced. Rows of `sight`, `span`, `run`, `interruption` and `item`
   * replace the row of the same key.
   * @param orders - not stored: hosts that follow the record get them.
   */
  write(rows: readonly Row[], orders?: readonly SubjectOrder[]): Promise<void>;
  /**
   * Loads the rows that stay in memory, each after the rows that it refers to. First come runs,
   * interruptions, endpoints, subjects, words, series and coverage. Then come spans (by `from`), contents in
   * use, items, and the last value of each series. Last, for each endpoint: the newest complete response, the
   * newest response and all attempts after it.
   * @param takeSpans - gets most spans, grouped by subject.
   */
  load(take: (row: Row) => void, takeSpans: (spans: SubjectSpans) => void): Promise<void>;
  /**
   * Returns the end of the oldest stored answered poll of an endpoint, in epoch milliseconds; `null` without
   * one. Earlier numbers are stored by the hour.
   */
  oldestPoll(endpoint: number): Promise<number | null>;
  polls(endpoint: number, between: Between): Promise<readonly PollTime[]>;
  /**
   * Reads the values of a series in order. The first one may lie before the window: it is the value at its
   * start.
   */
  values(series: number, between: Between): Promise<readonly ValueRow[]>;
  hours(series: number, between: Between): Promise<readonly HourRow[]>;
  /** Reads the values of a series at both ends of a window, and its falls; `null` if no poll has a value. */
  volume(series: Pick<SeriesRow, 'id' | 'endpoint'>, between: Between): Promise<Volume | null>;
  /**
   * Reads the claims of an endpoint in order. The first one may lie before the window: it is the claim at its
   * start.
   */
  claims(endpoint: number, between: Between): Promise<readonly ClaimRow[]>;
  /**
   * Reads the daily objects or bytes of an item, only for days on which they changed. The first day may lie
   * before the window.
   */
  bucketDays(
    item: number,
    field: 'objects' | 'bytes',
    between: Between,
  ): Promise<readonly { readonly day: number; readonly value: Amount | null }[]>;
  bucketsOn(endpoint: number, day: number): Promise<readonly BucketDayRow[]>;
  /**
   * Reads entries of a list's log, without the first poll of the list. The work grows with `limit`, not with
   * the log.
   */
  log(query: LogQuery): Promise<readonly LoggedChange[]>;
  changes(query: ChangeQuery): Promise<readonly ChangeRow[]>;
  content(id: number): Promise<ContentRow | null>;
  /** Returns the newest answered poll within a window, both ends included; `null` if none is stored. */
  pollIn(endpoint: number, between: Between): Promise<PollRow | null>;
  /**
   * Reads the contents that items had at `time`, as JSON by item: `null` for an item that was not listed. An
   * item without a later change is left out.
   */
  contentsAt(items: readonly number[], time: number): Promise<ReadonlyMap<number, string | null>>;
  /** Reads the values that series had at `time`, in the order of `series`. */
  valuesAt(series: readonly number[], time: number): Promise<readonly PastValue[]>;
  notes(query: NoteQuery): Promise<readonly NoteRow[]>;
  /** Returns the latest end of the time of a note, in epoch milliseconds; `null` without notes. */
  lastNoteEnd(deployment: string): Promise<number | null>;
  /** Adds a note, committed and synced. */
  addNote(note: NewNote): Promise<AddedNote>;
  /**
   * Withdraws a note, committed and synced. An earlier withdrawal stays. @returns the stored note; `null` if there is
   * none.
   */
  withdrawNote(withdrawal: Withdrawal): Promise<NoteRow | null>;
  /** Applies retention to at most some hundred rows. @returns whether there is more to do. */
  tidy(retention: Retention, now: number): Promise<boolean>;
  drop(stale: Stale): Promise<void>;
  close(): Promise<void>;
}

/** A history record in one file. */
export interface HistoryFile extends HistoryStore {
  backup(file: string): Promise<void>;
  /**
   * Gives the history of one deployment to another slug, completely or not at all. `none`: the first slug has no
   * history. `taken`: the second slug has some.
   */
  rename(from: string, to: string): Promise<'renamed' | 'none' | 'taken'>;
  /** Runs SQLite's integrity check. @returns one sentence per problem, for a limited number of problems. */
  check(): Promise<readonly string[]>;
}

/** `lost`: another host may write the record now, so this one may not. */
export type StoreFault = 'disk-full' | 'broken' | 'lost';

export class StoreFailure extends Error {
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export function isDiskFull(cause: unknown): boolean {
  return cause instanceof StoreFailure && cause.fault === 'disk-full';
}

/** Result of opening a store (docs/understand/history-api.md, part 8). */
export type Opening =
  | {
      readonly kind: 'open';
      readonly store: HistoryFile;
      readonly notice: {
        readonly kind: 'damaged';
        readonly since: number;
        readonly kept: string;
      } | null;
    }
  /** The file is not open: another host uses it, a newer version wrote it, it cannot be written, or the disk is full. */
  | { readonly kind: 'locked' | 'newer' | 'read-only' | 'disk-full'; readonly why: string };
