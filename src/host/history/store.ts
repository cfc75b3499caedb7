/** What keeps the record: everything that is durable of it passes through here. */

import type { Retention } from '#contract/history.ts';
import type { Stale } from './present.ts';
import type {
  Amount,
  BucketDayRow,
  ChangeRow,
  ClaimRow,
  ContentRow,
  HourRow,
  LogRow,
  Row,
  SubjectSpans,
  ValueRow,
} from './rows.ts';

export type { Retention };

/** Half-open, epoch milliseconds. */
export interface Between {
  readonly from: number;
  readonly to: number;
}

/** An answered look of an endpoint, for numbers that were the same at it. */
export interface LookTime {
  readonly at: number;
  readonly seq: number;
  /** Whether it joins the answered look before it: no time between them was unobserved. */
  readonly vouched: number;
}

/** Which entries of a list's log are read, newest first: by `at`, then by item. */
export interface LogQuery {
  readonly endpoint: number;
  readonly between: Between;
  /** Only entries of this item; `null` for all items. */
  readonly item: number | null;
  /** Where reading starts, inclusive; `null` for the newest entry. */
  readonly start: Pick<LogRow, 'at' | 'item'> | null;
  readonly limit: number;
}

/** Which rows of `change` are read, newest first: by `at`, then `seq`, then `n`. */
export interface ChangeQuery {
  readonly deployment: string;
  readonly between: Between;
  /** `null` for all kinds. */
  readonly kind: string | null;
  /** `null` for all keys. */
  readonly key: string | null;
  /** Where reading starts, inclusive; `null` for the newest row. */
  readonly start: Pick<ChangeRow, 'at' | 'seq' | 'n'> | null;
  readonly limit: number;
}

/** A log entry with the contents that it names. */
export interface LoggedChange extends LogRow {
  readonly bodyBefore: string | null;
  /** Of what was listed before and was gone since: what it was then; it returns. */
  readonly bodyLast: string | null;
  readonly bodyAfter: string | null;
}

/**
 * One connection to one file, in a thread of its own. Every method throws {@link StoreFailure} where the disk or the file
 * fails; what was written before stays.
 */
export interface HistoryStore {
  /** All rows or none, committed and synced once it resolves. Rows of `sight`, `span`, `run`, `item` take the place of their like. */
  write(rows: readonly Row[]): Promise<void>;
  /**
   * What is remembered, in an order in which each row finds what it names: runs, interruptions, endpoints, subjects, words,
   * series, sight, spans (by `from`), contents in use, items, the last value of each series, and of each endpoint the last whole answer, the last
   * answer and all attempts after it.
   *
   * @param takeSpans - told of most spans, those of a subject at a time.
   */
  load(take: (row: Row) => void, takeSpans: (spans: SubjectSpans) => void): Promise<void>;
  /** When the oldest look of an endpoint ended that is kept by itself: numbers before it are told by the hour. */
  oldestLook(endpoint: number): Promise<number | null>;
  /** Answered looks of an endpoint, in order. */
  looks(endpoint: number, between: Between): Promise<readonly LookTime[]>;
  /** Values of a series in order; the first one may lie before the window: what held as it began. */
  values(series: number, between: Between): Promise<readonly ValueRow[]>;
  hours(series: number, between: Between): Promise<readonly HourRow[]>;
  /** Claims of an endpoint in order; the first one may lie before the window: what held as it began. */
  claims(endpoint: number, between: Between): Promise<readonly ClaimRow[]>;
  /** Objects or bytes of an item, one a day, as far as they differ from the day before. */
  bucketDays(
    item: number,
    field: 'objects' | 'bytes',
    between: Between,
  ): Promise<readonly { readonly day: number; readonly value: Amount | null }[]>;
  /** Of each bucket of an endpoint what held on a day: the newest row up to it. */
  bucketsOn(endpoint: number, day: number): Promise<readonly BucketDayRow[]>;
  /** Log entries without the baseline. The work grows with `limit`, not with the log. */
  log(query: LogQuery): Promise<readonly LoggedChange[]>;
  changes(query: ChangeQuery): Promise<readonly ChangeRow[]>;
  content(id: number): Promise<ContentRow | null>;
  /** Drops what is older than it is kept, some hundred rows at most; whether there is more. */
  tidy(retention: Retention, now: number): Promise<boolean>;
  /** Drops some that nothing names any more, with what is left of them. */
  drop(stale: Stale): Promise<void>;
  /** Writes a whole copy of what is committed, synced, into a file that is not there yet. */
  backup(file: string): Promise<void>;
  /**
   * Gives the history of one deployment to another slug, all of it or nothing: `none` if the first slug has no history, `taken` if the second
   * has some.
   */
  rename(from: string, to: string): Promise<'renamed' | 'none' | 'taken'>;
  /** What SQLite finds wrong in the whole file, a sentence each; of many the first. */
  check(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type StoreFault = 'disk-full' | 'broken';

export class StoreFailure extends Error {
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** Whether all that is wrong is a disk that takes nothing now. */
export function isDiskFull(cause: unknown): boolean {
  return cause instanceof StoreFailure && cause.fault === 'disk-full';
}

/** How a store was opened (docs/understand/history-api.md, part 8). */
export type Opening =
  | {
      readonly kind: 'open';
      readonly store: HistoryStore;
      /** What was found and set aside. */
      readonly notice: {
        readonly kind: 'damaged' | 'newer';
        readonly since: number;
        readonly kept: string;
      } | null;
    }
  /** Another host has it, or nothing can be written there. */
  | { readonly kind: 'locked' | 'read-only' | 'disk-full'; readonly why: string };
