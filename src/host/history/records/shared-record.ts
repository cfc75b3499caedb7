/**
 * The record of one deployment in a database that several hosts share. It is open while this host has its lease. While
 * another host has it, this one follows the record.
 */

import { type OpenRecord, type ReadableRecord, startRecording } from '../history-store.ts';
import { forgetBefore } from '../memory/remembered.ts';
import type { InterruptedRun } from '../recorder/recorder.ts';
import type { Lease } from '../store/postgres/leases.ts';
import type { PostgresDatabase } from '../store/postgres/postgres-store.ts';
import { StoreFailure } from '../store/store.ts';
import type { FollowedRecord } from './followed-record.ts';
import { applySettings, type RecordingHost, type RecordPlace, tidyRecord } from './record-place.ts';

/** Why the record is not open: another host has it, a newer version made the tables, or the database failed. */
export type Closed = 'locked' | 'newer' | 'store';

/** Milliseconds between two attempts to open the record, after the first failure and at most. */
const [firstPause, longestPause] = [1_000, 30_000];

/**
 * Milliseconds between two runs of retention, and after one that left something to do. Finding nothing costs as much
 * for a record without polls.
 */
const [tidyPause, nextTidyPause] = [15 * 60_000, 60_000];

const day = 86_400_000;

export interface SharedRecordOptions {
  readonly database: PostgresDatabase;
  readonly host: RecordingHost;
  /** Resolves once opening was tried. */
  readonly ready: Promise<void>;
  readonly onOpened: () => void;
  /** Gets the reason if the database cannot be used. */
  readonly onFailure: (why: string) => void;
}

export class SharedRecord implements RecordPlace {
  readonly deployment: string;
  record: OpenRecord | null = null;
  failedOpening: { readonly kind: Closed } | null = null;
  failedSince = 0;
  /** The lease, from its taking until the record is closed. */
  lease: Lease | null = null;
  /** The record as another host writes it; `null` until it is loaded. */
  followed: FollowedRecord | null = null;
  /** A lease that is of no use any more, and that other hosts still respect. */
  unused: Lease | null = null;
  readonly #options: SharedRecordOptions;
  #interrupted: InterruptedRun | null = null;
  #pause = firstPause;
  #retryAt = 0;
  /** When retention is applied next, in epoch milliseconds. */
  tidyAt: number;

  constructor(deployment: string, options: SharedRecordOptions) {
    this.deployment = deployment;
    this.#options = options;
    // Not all records at the same time.
    this.tidyAt = Date.now() + Math.random() * tidyPause;
  }

  get ready(): Promise<void> {
    return this.#options.ready;
  }

  get readable(): ReadableRecord | null {
    return this.record ?? this.followed;
  }

  /** Whether responses are about a record that another host writes. */
  get isFollowing(): boolean {
    return this.record === null && this.followed !== null;
  }

  /** Whether another host has the record, and this one has not loaded it. */
  get isToFollow(): boolean {
    return this.lease === null && this.failedOpening?.kind === 'locked' && this.followed === null;
  }

  /** Takes a loaded record, unless this host could read or write it meanwhile. */
  follow(followed: FollowedRecord): void {
    if (this.isToFollow) this.followed = followed;
  }

  /** Drops the copy of a record whose next entries are missing. It is loaded again. */
  unfollow(followed: FollowedRecord): void {
    if (this.followed === followed) this.followed = null;
  }

  /** Whether its lease should be taken. @param now - on the monotonic clock. */
  isWanted(now: number): boolean {
    return this.lease === null && now >= this.#retryAt;
  }

  isTidyDue(now: number): boolean {
    return this.readable !== null && now >= this.tidyAt;
  }

  /** Opens the record with its lease. */
  async open(lease: Lease): Promise<void> {
    this.lease = lease;
    try {
      const { database, host } = this.#options;
      const store = await database.open(lease);
      const { version } = host;
      const record = await startRecording(store, { version, interrupted: this.#interrupted });
      await applySettings(record, host);
      // The lease may have been lost meanwhile.
      if (this.lease !== lease) return;
      [this.record, this.failedOpening, this.#interrupted] = [record, null, null];
      this.followed = null;
      this.#pause = firstPause;
      host.changed();
      this.#options.onOpened();
    } catch (cause) {
      this.#failed(lease, cause);
    }
  }

  async use(work: (record: OpenRecord) => Promise<void>): Promise<void> {
    const { record, lease } = this;
    if (!record || !lease) return;
    try {
      await work(record);
    } catch (cause) {
      this.#failed(lease, cause);
    }
  }

  /** Closes the record without another write. It is loaded again with the next lease. */
  close(why: Closed): void {
    const { record } = this;
    if (record) this.#interrupted ??= record.recorder.interruptedAt(Date.now());
    // Polls that wait in the recorder are not written: its memory may be wrong.
    this.lease?.revoke();
    [this.record, this.lease] = [null, null];
    // Without the database nobody knows what other hosts write.
    if (why !== 'locked') this.followed = null;
    if (this.failedOpening?.kind === why) return;
    this.failedOpening = { kind: why };
    this.failedSince = Date.now();
    this.#options.host.changed();
  }

  /** Ends the record in order, and then closes it, so that another host can go on. */
  async end(): Promise<void> {
    const { lease } = this;
    await this.use(async (record) => {
      await applySettings(record, this.#options.host);
      await record.recorder.end(Date.now());
    });
    lease?.revoke();
    this.unused ??= lease;
    this.followed = null;
    [this.record, this.lease, this.#interrupted] = [null, null, null];
  }

  async tidy(now: number): Promise<void> {
    this.tidyAt = now + tidyPause;
    const { retention } = this.#options.host.settings();
    if (this.followed) forgetBefore(this.followed, now - retention.spanDays * day);
    await this.use(async (record) => {
      try {
        if (await tidyRecord(record, retention, now)) this.tidyAt = now + nextTidyPause;
      } catch (cause) {
        // Memory has not changed, so recording goes on.
        if (!(cause instanceof StoreFailure) || cause.fault === 'lost') throw cause;
        this.#options.host.report(`Retention of ${this.deployment} is tried again later: ${cause.message}`);
      }
    });
  }

  /** Whether a failed statement was executed may be unknown, so memory may differ from the database. */
  #failed(lease: Lease, cause: unknown): void {
    if (!(cause instanceof StoreFailure)) return this.#options.host.breakDown(cause);
    // It failed for several statements at once.
    if (this.lease !== lease) return;
    this.unused = lease;
    this.#retryAt = performance.now() + this.#pause;
    this.#pause = Math.min(2 * this.#pause, longestPause);
    if (cause.fault !== 'lost') this.#options.onFailure(cause.message);
    this.close(cause.fault === 'lost' ? 'locked' : 'store');
  }
}
