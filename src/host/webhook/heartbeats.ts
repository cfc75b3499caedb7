/**
 * Calls the configured addresses while the observer completes its polls (docs/operate/webhook.md). Another system
 * notices when the calls stop.
 */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { RequestLimits } from '#contract/host.ts';
import { isAbsent } from '#domain/answer/answer.ts';
import { isStatus } from '#domain/answer/freshness.ts';
import { nextRequestAt } from '#domain/answer/next-request.ts';
import { grace } from '#domain/answer/poll.ts';
import type { HeartbeatState } from '../metrics/host-metrics.ts';
import type { Poll } from '../observe/messages.ts';

/** A heartbeat as configured. Its address is read again at each call. */
export interface HeartbeatTarget {
  /** Text that stays the same while the target is the same. */
  readonly id: string;
  readonly url: () => string;
  readonly seconds: number;
}

/** An observed deployment, as far as heartbeats need it. */
export interface WatchedDeployment {
  readonly slug: string;
  readonly pollMilliseconds: number;
  readonly limits: RequestLimits;
}

interface HeartbeatsWorld {
  /** Calls an address. @throws Error with a clause that says why the call was not accepted. */
  readonly send: (url: string) => Promise<void>;
  readonly report: (line: string) => void;
  /** Returns the current time in monotonic milliseconds. */
  readonly now: () => number;
  /** Whether this host calls. Of several hosts with one database, one does. */
  readonly isMine: () => boolean;
}

interface Heartbeat {
  readonly target: HeartbeatTarget;
  /** When the next call is due, in monotonic milliseconds. */
  dueAt: number;
  isCalling: boolean;
  isFailing: boolean;
  /** When a call was last accepted, in epoch milliseconds; `null` if none was. */
  acceptedAt: number | null;
  timer?: ReturnType<typeof setTimeout>;
}

export class Heartbeats {
  readonly #world: HeartbeatsWorld;
  #heartbeats: readonly Heartbeat[] = [];
  #watched: ReadonlyMap<string, WatchedDeployment> = new Map();
  /**
   * By slug and path of a status document: until when its next poll must be complete, in monotonic milliseconds.
   */
  readonly #dueUntil = new Map<string, ReadonlyMap<EndpointPath, number>>();

  constructor(world: HeartbeatsWorld) {
    this.#world = world;
  }

  /** Calls exactly these targets from now on, while each of these deployments is polled. */
  take(targets: readonly HeartbeatTarget[], watched: readonly WatchedDeployment[]): void {
    const before = new Map(this.#heartbeats.map((each) => [each.target.id, each]));
    for (const each of this.#heartbeats) clearTimeout(each.timer);
    this.#heartbeats = targets.map((target) => {
      const known = before.get(target.id);
      const dueAt = this.#world.now();
      return known ?? { target, dueAt, isCalling: false, isFailing: false, acceptedAt: null };
    });
    this.#watched = new Map(watched.map((each) => [each.slug, each]));
    for (const slug of this.#dueUntil.keys()) if (!this.#watched.has(slug)) this.#dueUntil.delete(slug);
    this.#run();
  }

  /** Notes a complete poll, good or failed. Those of lists do not count: status is polled most often. */
  note({ slug, path, failure }: Poll): void {
    const watched = this.#watched.get(slug);
    if (!watched || !isStatus({ path })) return;
    const { pollMilliseconds, limits } = watched;
    // After some failures the next poll is due later than a poll period, for example by `Retry-After`.
    const pause = failure
      ? nextRequestAt({ answer: null, failure }, { pollMilliseconds, hidden: false }) - failure.at
      : pollMilliseconds;
    const now = this.#world.now();
    // The other version of the API may no longer be polled. A poll of an absent one says nothing about it.
    const saysNothing = failure !== null && isAbsent(failure);
    const others = [...(this.#dueUntil.get(slug) ?? [])].filter(([, until]) => saysNothing || until > now);
    const until = now + pause + limits.totalMilliseconds + grace;
    this.#dueUntil.set(slug, new Map([...others, [path, until]]));
    this.#run();
  }

  get state(): readonly HeartbeatState[] {
    if (!this.#world.isMine()) return [];
    const isWorking = this.#isWorking;
    return this.#heartbeats.map(({ acceptedAt, isFailing }, index) => ({
      number: index + 1,
      isUp: isWorking && !isFailing && acceptedAt !== null,
      acceptedAt,
    }));
  }

  close(): void {
    this.take([], []);
  }

  /** Whether the observer polled each deployment, and no next poll is late. */
  get #isWorking(): boolean {
    const now = this.#world.now();
    const isObserved = (slug: string) => {
      const ends = [...(this.#dueUntil.get(slug)?.values() ?? [])];
      return ends.length > 0 && ends.every((until) => until > now);
    };
    return this.#watched.size > 0 && [...this.#watched.keys()].every(isObserved);
  }

  #run(): void {
    for (const each of this.#heartbeats) this.#callIfDue(each);
  }

  /** Calls a target if it is due and the observer works. If the observer does not work, its next poll retries. */
  #callIfDue(heartbeat: Heartbeat): void {
    clearTimeout(heartbeat.timer);
    if (heartbeat.isCalling || !this.#heartbeats.includes(heartbeat)) return;
    const wait = heartbeat.dueAt - this.#world.now();
    if (wait > 0) heartbeat.timer = setTimeout(() => this.#callIfDue(heartbeat), Math.ceil(wait));
    else if (this.#world.isMine() && this.#isWorking) void this.#call(heartbeat);
  }

  async #call(heartbeat: Heartbeat): Promise<void> {
    const { url, seconds } = heartbeat.target;
    heartbeat.isCalling = true;
    heartbeat.dueAt = this.#world.now() + 1_000 * seconds;
    try {
      await this.#world.send(url());
      heartbeat.acceptedAt = Date.now();
      if (heartbeat.isFailing) this.#report(heartbeat, 'is accepted again');
      heartbeat.isFailing = false;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'unknown error';
      if (!heartbeat.isFailing)
        this.#report(heartbeat, `is not accepted: ${why}. It is called again every ${seconds} s`);
      heartbeat.isFailing = true;
    }
    heartbeat.isCalling = false;
    this.#callIfDue(heartbeat);
  }

  #report(heartbeat: Heartbeat, what: string): void {
    const place = this.#heartbeats.indexOf(heartbeat);
    if (place !== -1) this.#world.report(`heartbeat[${place}] ${what}.`);
  }
}
