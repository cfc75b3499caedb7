/** When the demo's past was looked at: evenly, but for one night in which the dashboard itself was down. */

import type { EndpointPath } from '#contract/endpoints.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** All periods of looks divide it, so that all endpoints are looked at as a run begins. */
const grid = 15 * minute;

const outage = 3 * grid;

/** Epoch milliseconds. */
export interface PastTimes {
  readonly from: number;
  /** The dashboard was killed, and came back. */
  readonly killedAt: number;
  readonly backAt: number;
  /** The past ends here; the present begins. */
  readonly end: number;
  /** From here on looks are told one by one, numbers look by look; before it by the hour. Begin of an hour. */
  readonly rawFrom: number;
}

/** A time of a UTC day before that of the end. */
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

/** How an endpoint was looked at; all in milliseconds. */
export interface Cadence {
  readonly path: EndpointPath;
  readonly period: number;
  readonly vouched: number;
  /** From the request to the whole answer. */
  readonly took: number;
  /** Looks of one deployment never end at the same moment: so long before the others'. */
  readonly ahead: number;
}

/** Answered looks of one endpoint. */
export class Looks {
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

  /** The first look that ended at a time or after it; `null` where that is yet to come. */
  firstFrom(at: number): number | null {
    if (at <= this.first) return this.first;
    if (at <= this.lastBefore) return this.#up(this.first, at);
    if (at <= this.firstAfter) return this.firstAfter;
    return at <= this.last ? this.#up(this.firstAfter, at) : null;
  }

  /** The look before one. */
  before(look: number): number | null {
    if (look === this.first) return null;
    return look === this.firstAfter ? this.lastBefore : look - this.#period;
  }

  sentAt(look: number): number {
    return look - this.cadence.took;
  }

  /** What a subject was said to be otherwise for the last time before a look; `null` before the first. */
  notBefore(look: number): number | null {
    const before = this.before(look);
    return before === null ? null : this.sentAt(before);
  }

  /** Whether the dashboard was down between a look and the one before it. */
  isAfterOutage(look: number): boolean {
    return look === this.firstAfter;
  }

  /** How many ended by a time. */
  until(at: number): number {
    const of = (first: number, last: number) =>
      at < first ? 0 : Math.floor((Math.min(at, last) - first) / this.#period) + 1;
    return of(this.first, this.lastBefore) + of(this.firstAfter, this.last);
  }

  /** Looks of a half-open time. */
  within(from: number, to: number): readonly number[] {
    const looks: number[] = [];
    let look = this.firstFrom(from);
    while (look !== null && look < to) {
      looks.push(look);
      look = this.firstFrom(look + 1);
    }
    return looks;
  }

  /** Milliseconds of a half-open time in which anything was known. */
  observed(from: number, to: number): number {
    const of = (begin: number, end: number) => Math.max(0, Math.min(end, to) - Math.max(begin, from));
    return of(this.first, this.lastBefore) + of(this.firstAfter, this.last);
  }

  #up(first: number, at: number): number {
    return first + Math.ceil((at - first) / this.#period) * this.#period;
  }
}

/** Something that was so from a time on, until the next. */
export interface Step<T> {
  readonly at: number;
  readonly value: T;
}

/** The same as it was seen: each at a look that shows another value than the one before. Steps in order. */
export function seenSteps<T>(looks: Looks, steps: readonly Step<T>[]): readonly Step<T>[] {
  const seen: Step<T>[] = [];
  for (const { at, value } of steps) {
    const look = looks.firstFrom(at);
    if (look === null) continue;
    // What lasted for less than the time between two looks was not seen.
    if (seen.at(-1)?.at === look) seen.pop();
    if (seen.at(-1)?.value !== value) seen.push({ at: look, value });
  }
  return seen;
}
