/** The poll times of the demo's past: regular, except for one night in which the dashboard was down. */

import type { EndpointPath } from '#contract/endpoints.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A multiple of all poll periods, so that all endpoints are polled when a run begins. */
const grid = 15 * minute;

const outage = 3 * grid;

/** Epoch milliseconds. */
export interface PastTimes {
  readonly from: number;
  /** The dashboard was down between these times. */
  readonly killedAt: number;
  readonly backAt: number;
  readonly end: number;
  /** Polls and values are stored one by one from here on, and by the hour before. Start of an hour. */
  readonly rawFrom: number;
}

/** A time on the UTC day `daysBefore` days before `end`. */
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

/** How an endpoint was polled. All in milliseconds. */
export interface Cadence {
  readonly path: EndpointPath;
  readonly period: number;
  readonly validMilliseconds: number;
  /** From the request to the complete response. */
  readonly took: number;
  /** How much earlier than `end` polls end: two endpoints of a deployment never end at the same moment. */
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

  /** The first poll that ended at or after `at`; `null` if there is none. */
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

  /** Start of the change window of a change seen at `look`; `null` for the first poll. */
  notBefore(look: number): number | null {
    const before = this.before(look);
    return before === null ? null : this.sentAt(before);
  }

  isAfterOutage(look: number): boolean {
    return look === this.firstAfter;
  }

  /** Number of polls until `at`. */
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

  /** Observed milliseconds of a half-open interval. */
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

/** The steps as polls saw them: each at a poll whose value differs from the one before. */
export function seenSteps<T>(polls: PollTimes, steps: readonly Step<T>[]): readonly Step<T>[] {
  const seen: Step<T>[] = [];
  for (const { at, value } of steps) {
    const poll = polls.firstFrom(at);
    if (poll === null) continue;
    // A value between two polls was not seen.
    if (seen.at(-1)?.at === poll) seen.pop();
    if (seen.at(-1)?.value !== value) seen.push({ at: poll, value });
  }
  return seen;
}
