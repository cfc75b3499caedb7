/** The durable storage of the record. */

import type { Retention } from '#contract/history.ts';
import type { Stale } from '../memory/present.ts';
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
} from '../rows.ts';

export type { Retention };

/** Half-open, epoch milliseconds. */
export interface Between {
  readonly from: number;
  readonly to: number;
}

/** An answered poll. Numbers without a row of their own are unchanged at it. */
export interface PollTime {
  readonly at: number;
  readonly seq: number;
  /** Validity period in milliseconds. */
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
  readonly kind: string | null;
  readonly key: string | null;
  /** Where reading starts, inclusive; `null` for the newest row. */
  readonly start: Pick<ChangeRow, 'at' | 'seq' | 'n'> | null;
  readonly limit: number;
}

export interface LoggedChange extends LogRow {
  readonly bodyBefore: string | null;
  /** The last listed content, if the item returns after an absence. */
  readonly bodyLast: string | null;
  readonly bodyAfter: string | null;
}

/**
 * One connection to one file. Every method throws {@link StoreFailure} if the disk or the file fails. Rows written
 * before stay.
 */
export interface HistoryStore {
  /**
   * Writes all rows or none, committed and synced. Rows of `sight`, `span`, `run` and `item` replace the row of the
   * same key.
   */
  write(rows: readonly Row[]): Promise<void>;
  /**
   * Loads the rows that stay in memory. A row comes after the rows that it refers to: runs, interruptions, endpoints,
   * subjects, words, series, sight, spans (by `from`), contents in use, items, the last value of each series. Last, for
   * each endpoint: the newest complete response, the newest response and all attempts after it.
   * @param takeSpans - gets most spans, grouped by subject.
   */
  load(take: (row: Row) => void, takeSpans: (spans: SubjectSpans) => void): Promise<void>;
  /** End of the oldest stored poll of an endpoint. Numbers before it are stored by the hour. */
  oldestPoll(endpoint: number): Promise<number | null>;
  polls(endpoint: number, between: Between): Promise<readonly PollTime[]>;
  /** In order. The first one may lie before the window: the value at its start. */
  values(series: number, between: Between): Promise<readonly ValueRow[]>;
  hours(series: number, between: Between): Promise<readonly HourRow[]>;
  /** In order. The first one may lie before the window: the claim at its start. */
  claims(endpoint: number, between: Between): Promise<readonly ClaimRow[]>;
  /** Daily objects or bytes of an item, only where they change. */
  bucketDays(
    item: number,
    field: 'objects' | 'bytes',
    between: Between,
  ): Promise<readonly { readonly day: number; readonly value: Amount | null }[]>;
  bucketsOn(endpoint: number, day: number): Promise<readonly BucketDayRow[]>;
  /** Log entries without the baseline. The work grows with `limit`, not with the log. */
  log(query: LogQuery): Promise<readonly LoggedChange[]>;
  changes(query: ChangeQuery): Promise<readonly ChangeRow[]>;
  content(id: number): Promise<ContentRow | null>;
  /** Applies retention to at most some hundred rows. @returns whether there is more to do. */
  tidy(retention: Retention, now: number): Promise<boolean>;
  drop(stale: Stale): Promise<void>;
  backup(file: string): Promise<void>;
  /**
   * Gives the history of one deployment to another slug, completely or not at all. `none`: the first slug has no
   * history. `taken`: the second slug has some.
   */
  rename(from: string, to: string): Promise<'renamed' | 'none' | 'taken'>;
  /** SQLite's integrity check: one sentence per problem, a limited number of them. */
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

export function isDiskFull(cause: unknown): boolean {
  return cause instanceof StoreFailure && cause.fault === 'disk-full';
}

/** Result of opening a store (docs/understand/history-api.md, part 8). */
export type Opening =
  | {
      readonly kind: 'open';
      readonly store: HistoryStore;
      readonly notice: {
        readonly kind: 'damaged' | 'newer';
        readonly since: number;
        readonly kept: string;
      } | null;
    }
  /** Another host uses the file, or it cannot be written. */
  | { readonly kind: 'locked' | 'read-only' | 'disk-full'; readonly why: string };
