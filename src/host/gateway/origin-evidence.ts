/**
 * The evidence that a deployment's responses come from its origin and not from a stored copy: its clocks, the newest status
 * response, and signs of a cache on the way.
 */

import { ageAtReceipt } from '#domain/answer/age.ts';
import { type AnswerHeaders, answerHeaders } from '#domain/answer/answer.ts';
import { ageOf } from '#domain/answer/poll.ts';
import { type Clocks, clocksAfterResponse, unknownClocks } from '#domain/answer/service-clock.ts';
import type { ExchangeTimes } from '#domain/answer/stamps.ts';
import { AgeOfDate } from './age-of-date.ts';
import { type Moment, since, thisMoment } from './cache/store.ts';
import { cacheSigns, serverHeader, type Unchanged, type UpstreamOutcome } from './upstream.ts';

type Received = UpstreamOutcome | Unchanged;
type Responded = Exclude<Received, { readonly kind: 'failure' }>;

/** Epoch milliseconds. */
type Times = Pick<ExchangeTimes, 'requestedAt' | 'receivedAt'>;

/** Milliseconds. A status that takes longer confirms no 304: the list is then requested without its tag. */
const longestStatusRequest = 2_000;
/** Seconds that rounding explains. An older status response is a stored copy. */
const longestNewAge = 2;

/** Apache Traffic Server names itself in `Server` alone until its first hit. */
const cachingServer = /^ATS\b/;

function showsCache(headers: Received['headers']): boolean {
  return (
    headers['age'] !== undefined ||
    cacheSigns.some((name) => headers[name] !== undefined) ||
    cachingServer.test(headers[serverHeader] ?? '')
  );
}

export class OriginEvidence {
  readonly #confirmedFor: number;
  readonly #ageOfDate = new AgeOfDate();
  #clocks: Clocks = unknownClocks;
  /** The newest status response from the origin; `null` before the first one, since a failure, and since a stored copy. */
  #statusAt: Moment | null = null;
  #cacheSeen = false;

  /** @param pollMilliseconds - P of the deployment. */
  constructor(pollMilliseconds: number) {
    this.#confirmedFor = pollMilliseconds + longestStatusRequest;
  }

  /**
   * Whether a 304 can come from the origin: its status, which no cache may store, answers, and no cache was seen. Apache
   * Traffic Server confirms a stale copy by a 304 with a new `Date` and no `Age`.
   */
  get confirmsValidators(): boolean {
    return !this.#cacheSeen && this.#statusAt !== null && since(this.#statusAt) <= this.#confirmedFor;
  }

  /** A status response with its true age as `Age`. It teaches the clock of the service. */
  noteStatus(outcome: Received, times: Times): Received {
    this.#statusAt = null;
    if (outcome.kind === 'failure') return outcome;
    const { headersAt } = outcome;
    this.#cacheSeen ||= showsCache(outcome.headers);
    this.#ageOfDate.learn(outcome.headers, { ...times, headersAt });
    const corrected = this.#withoutClockDifference(outcome, times);
    this.#clocks = clocksAfterResponse(
      this.#clocks,
      { headers: named(corrected.headers), isStatus: true },
      { ...times, headersAt },
    );
    if (this.#ageOf(corrected, { ...times, receivedAt: headersAt }) <= longestNewAge)
      this.#statusAt = thisMoment();
    return this.#withAge(corrected, times);
  }

  /** A list response with its true age as `Age`, as far as its headers tell it. */
  withTrueAge(outcome: Received, times: Times): Received {
    if (outcome.kind === 'failure') return outcome;
    const corrected = this.#withoutClockDifference(outcome, times);
    this.#cacheSeen ||= showsCache(corrected.headers);
    return this.#withAge(corrected, times);
  }

  #withoutClockDifference(outcome: Responded, times: Times): Responded {
    const headers = this.#ageOfDate.corrected(outcome.headers, { ...times, headersAt: outcome.headersAt });
    return headers === outcome.headers ? outcome : { ...outcome, headers };
  }

  #ageOf({ headers, headersAt }: Responded, times: Times): number {
    return ageAtReceipt({ ...named(headers), served: null }, { ...times, headersAt }, this.#clocks);
  }

  #withAge(outcome: Responded, times: Times): Responded {
    const age = this.#ageOf(outcome, times);
    const isStated = age === ageOf({ age: outcome.headers['age'] ?? null });
    return isStated ? outcome : { ...outcome, headers: { ...outcome.headers, age: String(age) } };
  }
}

function named(headers: Received['headers']): AnswerHeaders {
  return answerHeaders((name) => headers[name] ?? null);
}
