/**
 * Reports changes to the configured targets, with reported states and messages in the database that several hosts
 * share (docs/operate/webhook.md). The host that has the lease decides on messages and sends them.
 */

import type { WebhookState } from '#contract/host.ts';
import type { Lease } from '#host/history/store/postgres/leases.ts';
import type { SharedDatabase } from '#host/history/store/postgres/shared-database.ts';
import type { Poll } from '#host/observe/messages.ts';
import { noted, type Reported, type StatusReading } from '../queue.ts';
import type { Delivery } from '../target.ts';
import { Targets, type WebhookSettings } from '../targets.ts';
import type { MessageLease } from './message-lease.ts';
import { claimMilliseconds, type Pending, SharedMessages, type Waiting } from './shared-messages.ts';

/**
 * Milliseconds of a claim that must be left to begin an attempt: it takes 10 s at most. One more second is for the
 * clock.
 */
const attemptMilliseconds = 11_000;

/** Maximum number of readings of one deployment that wait while the database refuses them. */
const mostReadings = 10;

/** Milliseconds for which the number of pending messages is shared among viewers. */
const countMilliseconds = 1_000;

/** Ticks of the lease in a row with a failure, after which it is reported. */
const patience = 2;

interface SharedWebhookWorld {
  readonly database: SharedDatabase;
  readonly lease: MessageLease;
  /** Sends one message. @throws Error with a clause that says why the target did not accept it. */
  readonly send: (delivery: Delivery) => Promise<void>;
  readonly report: (line: string) => void;
}

export class SharedWebhook {
  readonly #world: SharedWebhookWorld;
  readonly #messages: SharedMessages;
  readonly #targets: Targets;
  #settings: WebhookSettings = { targets: [], deployments: [], publicUrl: null, isMuted: () => false };
  #names: ReadonlyMap<string, string> = new Map();
  /** Readings that are not stored yet, oldest first. */
  #readings: StatusReading[] = [];
  /** Reported states, while the database is known to have the same. */
  #reported: { readonly lease: Lease; readonly states: Map<string, Reported> } | null = null;
  #retainedFor: Lease | null = null;
  #claimed: Pending = new Map();
  /** On the monotonic clock. */
  #claimedUntil = Number.NEGATIVE_INFINITY;
  /** Ids of accepted messages that the database still has. */
  readonly #delivered = new Set<string>();
  #waiting: readonly Waiting[] = [];
  /** When the last count ended, on the monotonic clock. */
  #countedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | null = null;
  #running: Promise<void> | null = null;
  /** Why the last step failed; `null` if it did not. */
  #failure: string | null = null;
  /** Ticks in a row at which the database responded, and the last step had failed. */
  #failedTicks = 0;
  #isDue = false;
  #isClosed = false;

  constructor(world: SharedWebhookWorld) {
    this.#world = world;
    this.#messages = new SharedMessages(world.database);
    this.#targets = new Targets({
      send: world.send,
      report: world.report,
      now: Date.now,
      pending: (target) => this.#sendable(target),
      onDelivered: (_, { id }) => {
        this.#delivered.add(id);
        this.#wake();
      },
    });
    world.lease.start(() => this.#tick());
  }

  take(settings: WebhookSettings): void {
    this.#settings = settings;
    this.#names = new Map(settings.deployments.map(({ slug, name }) => [slug, name]));
    this.#retainedFor = null;
    this.#targets.take(settings.targets);
    this.#wake();
  }

  note({ slug, at, verdict: { headline }, parts: reading }: Poll): void {
    const name = this.#names.get(slug);
    const { targets, publicUrl } = this.#settings;
    // The other hosts see the same changes, and one of them decides.
    if (targets.length === 0 || name === undefined || !reading || !this.#world.lease.held) return;
    const url = publicUrl === null ? null : `${publicUrl}/${slug}`;
    this.#readings.push({ slug, name, reading, headline, at, url });
    this.#wake();
  }

  /** Returns the pending messages of all hosts, and those that this host sent. */
  async state(slugs: ReadonlySet<string>): Promise<WebhookState> {
    if (performance.now() - this.#countedAt >= countMilliseconds)
      await (this.#counting ??= this.#count().finally(() => {
        [this.#countedAt, this.#counting] = [performance.now(), null];
      }));
    const seen = this.#waiting.filter(({ deployment }) => slugs.has(deployment));
    const sumOf = (id: string) =>
      seen.reduce((sum, { target, count }) => (target === id ? sum + count : sum), 0);
    return this.#targets.state(slugs, sumOf);
  }

  async #count(): Promise<void> {
    try {
      this.#waiting = await this.#messages.waiting();
    } catch {
      // The lease reports that the database does not respond. The last known numbers stay.
    }
  }

  test(): Promise<void> {
    return this.#targets.test();
  }

  /** Stops sending, and leaves the rest to other hosts. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#targets.close();
    await this.#running;
    await Promise.all([
      this.#messages.delivered([...this.#delivered]),
      this.#messages.release(this.#held()),
    ]).catch(() => undefined);
  }

  /** Returns the claimed messages of a target, as long as an attempt ends before the claims do. */
  #sendable(target: string) {
    if (performance.now() + attemptMilliseconds > this.#claimedUntil) return [];
    return (this.#claimed.get(target) ?? []).filter(({ id }) => !this.#delivered.has(id));
  }

  #held(): readonly string[] {
    const all = [...this.#claimed.values()].flatMap((own) => own.map(({ id }) => id));
    return all.filter((id) => !this.#delivered.has(id));
  }

  /** Reports a failure once. The lease reports a database that does not respond. */
  #tick(): void {
    const { lease, report } = this.#world;
    this.#failedTicks = this.#failure !== null && lease.isResponding ? this.#failedTicks + 1 : 0;
    if (this.#failedTicks === patience) report(`No webhook message is sent: ${this.#failure}`);
    this.#wake();
  }

  /** Does all that is to do, one step after another. */
  #wake(): void {
    this.#isDue = true;
    if (this.#isClosed || this.#running) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
  }

  async #run(): Promise<void> {
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one step after another
        await this.#step();
      } catch (cause) {
        // What was committed is not known. The next tick of the lease tries again.
        this.#reported = null;
        this.#failure = cause instanceof Error ? cause.message : String(cause);
        this.#readings = newestOfEach(this.#readings);
        return;
      }
      if (this.#failedTicks >= patience) this.#world.report('Webhook messages are sent again.');
      [this.#failure, this.#failedTicks] = [null, 0];
    }
  }

  async #step(): Promise<void> {
    const { lease: messageLease } = this.#world;
    const accepted = [...this.#delivered];
    await this.#messages.delivered(accepted);
    const lease = messageLease.held;
    if (lease) await this.#lead(lease);
    else [this.#claimed, this.#readings] = [new Map(), []];
    for (const id of accepted) this.#delivered.delete(id);
    this.#targets.run();
  }

  async #lead(lease: Lease): Promise<void> {
    const { targets } = this.#settings;
    if (this.#retainedFor !== lease) {
      await this.#messages.retain(lease, [...this.#names.keys()], targets);
      [this.#retainedFor, this.#reported] = [lease, null];
    }
    for (let [reading] = this.#readings; reading; [reading] = this.#readings) {
      // oxlint-disable-next-line no-await-in-loop -- each reading is compared with the one before
      await this.#storeReading(lease, reading);
      this.#readings.shift();
    }
    const began = performance.now();
    const ids = targets.map(({ id }) => id);
    this.#claimed = await this.#messages.claim(lease, ids, this.#held());
    this.#claimedUntil = began + claimMilliseconds;
  }

  /** Stores the changes of a reading with their messages, before anything is sent. */
  async #storeReading(lease: Lease, reading: StatusReading): Promise<void> {
    const { slug } = reading;
    const { targets, isMuted } = this.#settings;
    if (this.#reported?.lease !== lease)
      this.#reported = { lease, states: new Map(await this.#messages.reported()) };
    const { states } = this.#reported;
    // The states of a muted deployment are not noted: what still differs at the end is reported then.
    if (states.has(slug) && isMuted(slug, Date.now())) return;
    const before = { reported: states, pending: new Map() };
    const after = noted(before, reading, targets);
    const state = after.reported.get(slug);
    if (after === before || !state) return;
    await this.#messages.store(lease, slug, state, after.pending);
    states.set(slug, state);
  }
}

/** Returns the newest readings of each deployment. @param readings - oldest first. */
function newestOfEach(readings: readonly StatusReading[]): StatusReading[] {
  const counts = new Map<string, number>();
  const isNewest = ({ slug }: StatusReading) => {
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    return count <= mostReadings;
  };
  return readings.toReversed().filter(isNewest).toReversed();
}
