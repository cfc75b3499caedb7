/** Computes the poll times of the demo's past: regular, except for one night in which the host was down. */

import type { EndpointPath } from '#contract/endpoints.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Milliseconds. A multiple of all poll periods, so that all endpoints are polled when a run begins. */
const grid = 15 * minute;

const outage = 3 * grid;

/** Times of the generated past, in epoch milliseconds. */
export interface PastTimes {
  readonly from: number;
  /** The host was down from `killedAt` to `backAt`, in epoch milliseconds. */
  readonly killedAt: number;
  readonly backAt: number;
  readonly end: number;
  /**
   * Start of an hour, in epoch milliseconds. From then on polls and values are stored one by one, before then
   * by the hour.
   */
  readonly rawFrom: number;
}

/** Computes a time of day (UTC) on the day that is `daysBefore` days before `end`, in epoch milliseconds. */
export function onDay(end: number, daysBefore: number, hours: number, minutes: number): number {
  return Math.floor(end / day) * day - daysBefore * day + hours * hour + minutes * minute;
}

export function pastTimes(end: number): PastTimes {
  const killedAt = end - Math.round((end - onDay(end, 3, 2, 50)) / grid) * grid;
  return {
    from: end - 7 * day,
    killedAt,
    backAt: killedAt + outage,
    end,
    rawFrom: Math.floor((end - hour) / hour) * hour,
  };
}

/** How an endpoint was polled. Durations are in milliseconds. */
export interface Cadence {
  readonly path: EndpointPath;
  readonly period: number;
  readonly validMilliseconds: number;
  /** Milliseconds from the request to the complete response. */
  readonly took: number;
  /**
   * Milliseconds from the end of the last poll to the end of the past. They differ by endpoint, so that no
   * two polls end at the same moment.
   */
  readonly ahead: number;
}

export class PollTimes {
  readonly cadence: Cadence;
  readonly first: number;
  readonly lastBefore: number;
  readonly firstAfter: number;
  readonly last: number;
  readonly #period: number;

  constructor(cadence: Cadence, { from, killedAt, backAt, end }: PastTimes) {
    const { period, ahead } = cadence;
    this.cadence = cadence;
    this.#period = period;
    this.last = end - ahead;
    this.first = this.last - Math.floor((end - from) / period) * period;
    this.lastBefore = this.last - Math.ceil((end - killedAt) / period) * period;
    this.firstAfter = this.last - Math.floor((end - backAt) / period) * period;
  }

  /**
   * Returns the end of the first poll that ended at or after `at`, in epoch milliseconds; `null` if there is
   * none.
   */
  firstFrom(at: number): number | null {
    if (at <= this.first) return this.first;
    if (at <= this.lastBefore) return this.#up(this.first, at);
    if (at <= this.firstAfter) return this.firstAfter;
    return at <= this.last ? this.#up(this.firstAfter, at) : null;
  }

  before(poll: number): number | null {
    if (poll === this.first) return null;
    return poll === this.firstAfter ? this.lastBefore : poll - this.#period;
  }

  sentAt(look: number): number {
    return look - this.cadence.took;
  }

  /**
   * Computes the start of the change window of a change that the poll `look` shows, in epoch milliseconds;
   * `null` for the first poll.
   */
  notBefore(look: number): number | null {
    const before = this.before(look);
    return before === null ? null : this.sentAt(before);
  }

  isAfterOutage(look: number): boolean {
    return look === this.firstAfter;
  }

  /** Counts the polls that ended at or before `at`. */
  until(at: number): number {
    const of = (first: number, last: number) =>
      at < first ? 0 : Math.floor((Math.min(at, last) - first) / this.#period) + 1;
    return of(this.first, this.lastBefore) + of(this.firstAfter, this.last);
  }

  within(from: number, to: number): readonly number[] {
    const polls: number[] = [];
    let look = this.firstFrom(from);
    while (look !== null && look < to) {
      polls.push(look);
      look = this.firstFrom(look + 1);
    }
    return polls;
  }

  /** Computes the observed milliseconds between `from` (included) and `to` (not included). */
  observed(from: number, to: number): number {
    const of = (begin: number, end: number) => Math.max(0, Math.min(end, to) - Math.max(begin, from));
    return of(this.first, this.lastBefore) + of(this.firstAfter, this.last);
  }

  #up(first: number, at: number): number {
    return first + Math.ceil((at - first) / this.#period) * this.#period;
  }
}

/** A value that holds from `at` until the next step. */
export interface Step<T> {
  readonly at: number;
  readonly value: T;
}

/** Returns the steps as polls saw them: one at each poll whose value differs from that of the poll before. */
export function seenSteps<T>(polls: PollTimes, steps: readonly Step<T>[]): readonly Step<T>[] {
  const seen: Step<T>[] = [];
  for (const { at, value } of steps) {
    const poll = polls.firstFrom(at);
    if (poll === null) continue;
    // A value that began and ended between two polls was not seen.
    if (seen.at(-1)?.at === poll) seen.pop();
    if (seen.at(-1)?.value !== value) seen.push({ at: poll, value });
  }
  return seen;
}
