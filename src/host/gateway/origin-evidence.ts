/**
 * The evidence that a deployment's responses come from its origin and not from a stored copy: its clocks, the newest status
 * response, and signs of a cache on the way.
 */

import { ageAtReceipt } from '#domain/answer/age.ts';
import { answerHeaders } from '#domain/answer/answer.ts';
import { ageOf } from '#domain/answer/poll.ts';
import { type Clocks, clocksAfterResponse, unknownClocks } from '#domain/answer/service-clock.ts';
import { AgeOfDate } from './age-of-date.ts';
import { type Moment, since, thisMoment } from './cache/store.ts';
import { cacheSigns, serverHeader, type Unchanged, type UpstreamOutcome } from './upstream.ts';

type Received = UpstreamOutcome | Unchanged;

/** Epoch milliseconds. */
interface Times {
  readonly requestedAt: number;
  readonly receivedAt: number;
}

/** Milliseconds. A status that takes longer confirms no 304: the list is then requested without its tag. */
const longestStatusRequest = 2_000;

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
  /** The newest status response; `null` before the first one, and since a failure. */
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

  /** Learns from a status response. Returns it without an `Age` that is the clock difference of the service. */
  noteStatus<T extends Received>(outcome: T, times: Times): T {
    this.#statusAt = outcome.kind === 'answer' ? thisMoment() : null;
    if (outcome.kind !== 'answer') return outcome;
    this.#cacheSeen ||= showsCache(outcome.headers);
    this.#ageOfDate.learn(outcome.headers, times);
    const corrected = this.#ageOfDate.corrected(outcome.headers, times);
    const { requestedAt, receivedAt } = times;
    const headers = answerHeaders((name) => corrected[name] ?? null);
    const latencyMilliseconds = receivedAt - requestedAt;
    this.#clocks = clocksAfterResponse(this.#clocks, { headers, receivedAt, latencyMilliseconds });
    return corrected === outcome.headers ? outcome : { ...outcome, headers: corrected };
  }

  /** A list response whose `Age` is its true age, as far as its headers tell it. */
  withTrueAge<T extends Received>(outcome: T, times: Times): T {
    if (outcome.kind === 'failure') return outcome;
    const headers = this.#ageOfDate.corrected(outcome.headers, times);
    this.#cacheSeen ||= showsCache(headers);
    const known = answerHeaders((name) => headers[name] ?? null);
    const age = ageAtReceipt({ ...known, served: null }, times.requestedAt, this.#clocks);
    if (age > ageOf(known)) return { ...outcome, headers: { ...headers, age: String(age) } };
    return headers === outcome.headers ? outcome : { ...outcome, headers };
  }
}
