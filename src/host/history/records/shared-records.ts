/**
 * The records of all deployments in a database that several hosts share. Each is recorded by the host that has
 * its lease (docs/understand/history.md).
 */

import { setTimeout as delay } from 'node:timers/promises';
import { holderName, type Lease, type LeaseState, Leases } from '../store/postgres/leases.ts';
import { PostgresDatabase } from '../store/postgres/postgres-store.ts';
import { StoreFailure } from '../store/store.ts';
import { Following } from './following.ts';
import type { RecordingHost } from './record-place.ts';
import { type Closed, SharedRecord } from './shared-record.ts';

/** Milliseconds between two renewals of the leases. */
const tick = 1_000;

/**
 * Maximum number of records that are opened at the same time. Hosts that start together thus share the
 * deployments.
 */
const mostOpening = 16;

/** Number of failed ticks after which the database counts as down. */
const ticksUntilDown = 3;

/** Milliseconds between two attempts to use a database of a newer version. */
const newerPause = 30_000;

export class SharedRecords {
  readonly #host: RecordingHost;
  readonly #onOpened: () => void;
  readonly #database: PostgresDatabase;
  readonly #leases: Leases;
  readonly #following: Following;
  readonly #records = new Map<string, SharedRecord>();
  readonly #opening = new Set<Promise<void>>();
  /** Records of deployments that are no longer configured, until their leases are given back. */
  readonly #left = new Set<SharedRecord>();
  readonly #closing = new AbortController();
  readonly #ticking: Promise<void>;
  #ready: () => void = () => undefined;
  readonly ready: Promise<void>;
  #isPrepared = false;
  #hasFailed = false;
  #failedTicks = 0;
  #isTidying = false;

  /**
   * Begins to take leases.
   * @param onOpened - called when a record was opened. Its recorder knows no earlier readings.
   */
  constructor(url: string, host: RecordingHost, onOpened: () => void) {
    this.#host = host;
    this.#onOpened = onOpened;
    this.#database = new PostgresDatabase(url);
    this.#leases = new Leases(this.#database.forLeases, holderName());
    this.#following = new Following({
      database: this.#database,
      recordOf: (deployment) => this.of(deployment),
      onFailure: (cause) => {
        if (cause instanceof StoreFailure) this.#report(cause.message);
        else host.breakDown(cause);
      },
      report: (line) => host.report(line),
    });
    this.ready = new Promise((settle) => {
      this.#ready = settle;
    });
    this.#ticking = this.#run();
  }

  get all(): Iterable<SharedRecord> {
    return this.#records.values();
  }

  of(deployment: string): SharedRecord | null {
    return this.#records.get(deployment) ?? null;
  }

  /** Uses another address from now on, such as one with a new password. */
  readdress(url: string): void {
    this.#database.readdress(url);
    // It may be another database.
    this.#isPrepared = false;
  }

  /** Records exactly these deployments from now on, as far as other hosts do not. */
  take(deployments: readonly string[]): void {
    const taken = new Set(deployments);
    for (const slug of taken) if (!this.#records.has(slug)) this.#records.set(slug, this.#recordOf(slug));
    for (const [slug, record] of this.#records)
      if (!taken.has(slug)) {
        this.#records.delete(slug);
        void record.end().then(() => this.#left.add(record));
      }
  }

  #recordOf(slug: string): SharedRecord {
    return new SharedRecord(slug, {
      database: this.#database,
      host: this.#host,
      ready: this.ready,
      onOpened: this.#onOpened,
      onFailure: (why) => this.#report(why),
    });
  }

  /** Applies retention to one record that is due. */
  async tidy(now: number): Promise<void> {
    if (this.#isTidying) return;
    const [due] = [...this.all]
      .filter((record) => record.isTidyDue(now))
      .toSorted((a, b) => a.tidyAt - b.tidyAt);
    if (!due) return;
    this.#isTidying = true;
    await due.tidy(now).finally(() => {
      this.#isTidying = false;
    });
  }

  /** Ends the records of this host, and gives its leases to others. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ticking;
    await Promise.all([...this.all].map((record) => record.end()));
    await this.#giveBack().catch(ignoreFailure);
    await this.#database.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const began = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one tick after another
      const pause = await this.#tick().catch((cause: unknown) => this.#failed(cause));
      this.#ready();
      // oxlint-disable-next-line no-await-in-loop
      await delay(Math.max(0, pause - (performance.now() - began)), null, { signal }).catch(() => undefined);
    }
  }

  /** Renews and takes leases. @returns the milliseconds until the next tick. */
  async #tick(): Promise<number> {
    if (!this.#isPrepared) {
      if ((await this.#database.prepare()) === 'newer') {
        this.#closeAll('newer', () => true);
        this.#report(
          'The tables in the history database are of a newer version of Edgewatch, and stay as they are.',
        );
        return newerPause;
      }
      this.#isPrepared = true;
    }
    await this.#giveBack();
    await this.#renew();
    const others = await this.#takeFree();
    this.#following.tick(others);
    this.#failedTicks = 0;
    if (this.#hasFailed) this.#host.report('The database responds again.');
    this.#hasFailed = false;
    return tick;
  }

  async #giveBack(): Promise<void> {
    const records = [...this.all, ...this.#left].filter(({ unused }) => unused !== null);
    await this.#leases.release(records.flatMap(({ unused }) => unused ?? []));
    for (const record of records) record.unused = null;
    for (const record of this.#left) if (record.unused === null) this.#left.delete(record);
  }

  async #renew(): Promise<void> {
    const held = [...this.all].flatMap(({ lease }) => lease ?? []);
    const lost = new Set<Lease>(await this.#leases.renew(held));
    for (const record of this.all) if (record.lease && lost.has(record.lease)) record.close('locked');
  }

  /** Takes leases that no host has. @returns the deployments that other hosts record. */
  async #takeFree(): Promise<readonly LeaseState[]> {
    const now = performance.now();
    const unleased = [...this.all].filter(({ lease }) => lease === null);
    const wanted = new Set(unleased.flatMap((record) => (record.isWanted(now) ? record.deployment : [])));
    const states = await this.#leases.states(unleased.map(({ deployment }) => deployment));
    const others = states.filter(({ isFree }) => !isFree);
    const free = states.flatMap((each) => (each.isFree && wanted.has(each.deployment) ? each.deployment : []));
    const taken = await this.#leases.take(free.slice(0, Math.max(0, mostOpening - this.#opening.size)));
    for (const lease of taken) {
      const opening =
        this.of(lease.deployment)?.open(lease) ?? this.#leases.release([lease]).catch(ignoreFailure);
      this.#opening.add(opening);
      void opening.finally(() => this.#opening.delete(opening));
    }
    for (const { deployment } of others) if (wanted.has(deployment)) this.of(deployment)?.close('locked');
    return others;
  }

  #failed(cause: unknown): number {
    if (cause instanceof StoreFailure) {
      this.#report(cause.message);
      this.#failedTicks += 1;
      // One failure may be chance, and all copies would be loaded again.
      const isDown = this.#failedTicks >= ticksUntilDown;
      this.#closeAll('store', ({ lease }) => (lease === null ? isDown : !lease.isTrusted()));
    } else this.#host.breakDown(cause);
    return tick;
  }

  #closeAll(why: Closed, isAffected: (record: SharedRecord) => boolean): void {
    for (const record of this.all) if (isAffected(record)) record.close(why);
  }

  /** Reports a failure of the database once, until it responds again. */
  #report(line: string): void {
    if (!this.#hasFailed && !this.#closing.signal.aborted) this.#host.report(line);
    this.#hasFailed = true;
  }
}

function ignoreFailure(cause: unknown): void {
  if (!(cause instanceof StoreFailure)) throw cause;
}
