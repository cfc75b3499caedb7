/** Follows the records that other hosts write, by their journals (docs/understand/history.md). */

import { mostEntries } from '../store/postgres/journal.ts';
import type { LeaseState } from '../store/postgres/leases.ts';
import type { PostgresDatabase } from '../store/postgres/postgres-store.ts';
import { StoreFailure } from '../store/store.ts';
import { FollowedRecord } from './followed-record.ts';
import type { SharedRecord } from './shared-record.ts';

/** Milliseconds until a record is loaded again after that failed. */
const loadPause = 5_000;

export interface FollowingOptions {
  readonly database: PostgresDatabase;
  readonly recordOf: (deployment: string) => SharedRecord | null;
  /** Gets what reading the journals throws. Then no record is known to be complete. */
  readonly onFailure: (cause: unknown) => void;
  /** Gets the reason if a record cannot be loaded. */
  readonly report: (line: string) => void;
}

export class Following {
  readonly #options: FollowingOptions;
  readonly #running = new Set<string>();
  /** When a record is loaded again after that failed, on the monotonic clock, by deployment. */
  readonly #loadAt = new Map<string, number>();
  /** Deployments whose failed loading is reported. */
  readonly #reported = new Set<string>();

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /**
   * Begins to load records, and to read what was written into those that are loaded. It does not wait: renewing
   * leases must not either.
   * @param others - deployments that other hosts record, and how far their records are.
   */
  tick(others: readonly LeaseState[]): void {
    this.#unlessRunning('read', () => this.#read(others));
    // One after another: takeovers load records too, and are more urgent.
    this.#unlessRunning('load', () => this.#load(others));
  }

  #unlessRunning(what: string, work: () => Promise<void>): void {
    if (this.#running.has(what)) return;
    this.#running.add(what);
    void work()
      .catch(this.#options.onFailure)
      .finally(() => this.#running.delete(what));
  }

  async #read(others: readonly LeaseState[]): Promise<void> {
    const grown = others.flatMap(({ deployment, record, revision }) => {
      const place = this.#options.recordOf(deployment);
      const followed = place?.followed;
      if (!place || !followed) return [];
      // Another database has other numbers.
      if (followed.position.record !== record) place.unfollow(followed);
      return followed.position.revision === revision ? [] : [{ place, followed, revision }];
    });
    if (grown.length === 0) return;
    const entries = await this.#options.database.journalAfter(grown.map(({ followed }) => followed.position));
    const isAll = entries.length < mostEntries;
    for (const { place, followed, revision } of grown) {
      const own = entries.filter(({ record }) => record === followed.position.record);
      const isComplete = own.every((entry) => followed.apply(entry));
      const known = followed.position.revision;
      const isBehind = isAll && known < revision;
      // After a failover, or from a backup.
      const hasGoneBack = own.length === 0 && known > revision;
      if (!isComplete || isBehind || hasGoneBack) place.unfollow(followed);
    }
  }

  async #load(others: readonly LeaseState[]): Promise<void> {
    for (const { deployment, record } of others) {
      const isDue = performance.now() >= (this.#loadAt.get(deployment) ?? 0);
      // oxlint-disable-next-line no-await-in-loop -- one after another
      if (record !== null && isDue) await this.#loadOne(deployment, record);
    }
  }

  /** Loads a record, unless this host has it already. One that cannot be loaded must not keep others back. */
  async #loadOne(deployment: string, record: number): Promise<void> {
    const { database, recordOf, report } = this.#options;
    if (!recordOf(deployment)?.isToFollow) return;
    try {
      const followed = await FollowedRecord.load(database, record);
      recordOf(deployment)?.follow(followed);
      this.#loadAt.delete(deployment);
      this.#reported.delete(deployment);
    } catch (cause) {
      if (!(cause instanceof StoreFailure)) throw cause;
      this.#loadAt.set(deployment, performance.now() + loadPause);
      if (this.#reported.has(deployment)) return;
      this.#reported.add(deployment);
      report(`The history of ${deployment} cannot be followed: ${cause.message}`);
    }
  }
}
