/** The lease of the one host that decides on messages, sends them and calls heartbeats, of all that share a database. */

import { holderName, type Lease, Leases } from '#host/history/store/postgres/leases.ts';
import type { SharedDatabase } from '#host/history/store/postgres/shared-database.ts';

/** Name of the lease among those of deployments, whose slugs have no brackets. */
export const leaseName = '(messages)';

/** Milliseconds between two renewals. */
const tick = 1_000;

export class MessageLease {
  readonly #leases: Leases;
  readonly #report: (line: string) => void;
  readonly #listeners: (() => void)[] = [];
  #lease: Lease | null = null;
  #hasFailed = false;
  #isClosed = false;
  #ticking: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(database: SharedDatabase, report: (line: string) => void) {
    this.#leases = new Leases(database.forLease, holderName());
    this.#report = report;
  }

  /** The lease, if this host has it and no other can have taken it. */
  get held(): Lease | null {
    return this.#lease?.isTrusted() === true ? this.#lease : null;
  }

  /** Whether the database responded to the last renewal. */
  get isResponding(): boolean {
    return !this.#hasFailed;
  }

  /** Tries to get the lease from now on. @param onTick - called about once a second. */
  start(onTick: () => void = () => undefined): void {
    this.#listeners.push(onTick);
    this.#ticking ??= this.#run();
  }

  /** Gives the lease to another host. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#ticking;
    const lease = this.#lease;
    this.#lease = null;
    if (lease) await this.#leases.release([lease]).catch(() => undefined);
  }

  async #run(): Promise<void> {
    await this.#renewOrTake();
    for (const listener of this.#listeners) listener();
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#ticking = this.#run();
    }, tick);
  }

  async #renewOrTake(): Promise<void> {
    try {
      if (this.#lease && (await this.#leases.renew([this.#lease])).length > 0) this.#lease = null;
      if (!this.#lease) {
        const [state] = await this.#leases.states([leaseName]);
        const [lease = null] = state?.isFree ? await this.#leases.take([leaseName]) : [];
        this.#lease = lease;
      }
      if (this.#hasFailed)
        this.#report('The database responds again: messages are sent, and heartbeats are called.');
      this.#hasFailed = false;
    } catch (cause) {
      if (!this.#hasFailed)
        this.#report(
          `No webhook message is sent and no heartbeat is called: ${cause instanceof Error ? cause.message : String(cause)}`,
        );
      this.#hasFailed = true;
    }
  }
}
