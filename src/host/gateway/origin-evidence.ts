/**
 * The evidence that a deployment's responses come from its origin and not from a stored copy: its clocks, the newest status
 * response, and signs of a cache on the way.
 */

import { ageAtReceipt } from '#domain/answer/age.ts';
import { answerHeaders } from '#domain/answer/answer.ts';
import { ageOf } from '#domain/answer/poll.ts';
import { type Clocks, clocksAfterResponse, unknownClocks } from '#domain/answer/service-clock.ts';
import { type Moment, since, thisMoment } from './cache/store.ts';
import { cacheSigns, type Unchanged, type UpstreamOutcome } from './upstream.ts';

type Received = UpstreamOutcome | Unchanged;

/** Epoch milliseconds. */
interface Times {
  readonly requestedAt: number;
  readonly receivedAt: number;
}

export class OriginEvidence {
  readonly #confirmedFor: number;
  #clocks: Clocks = unknownClocks;
  /** The newest status response; `null` before the first one, and since a failure. */
  #statusAt: Moment | null = null;
  #cacheSeen = false;

  /** @param pollMilliseconds - P of the deployment. */
  constructor(pollMilliseconds: number) {
    this.#confirmedFor = 2 * pollMilliseconds + 10_000;
  }

  /**
   * Whether a 304 can come from the origin: its status, which no cache may store, answers, and no cache was seen. Apache
   * Traffic Server confirms a stale copy by a 304 with a new `Date` and no `Age`.
   */
  get confirmsValidators(): boolean {
    return !this.#cacheSeen && this.#statusAt !== null && since(this.#statusAt) <= this.#confirmedFor;
  }

  noteStatus(outcome: Received, { requestedAt, receivedAt }: Times): void {
    this.#statusAt = outcome.kind === 'answer' ? thisMoment() : null;
    if (outcome.kind !== 'answer') return;
    const headers = answerHeaders((name) => outcome.headers[name] ?? null);
    const times = { headers, receivedAt, latencyMilliseconds: receivedAt - requestedAt };
    this.#clocks = clocksAfterResponse(this.#clocks, times);
  }

  /** A list response whose `Age` is its true age, as far as its headers tell it. */
  withTrueAge<T extends Received>(outcome: T, { requestedAt }: Times): T {
    if (outcome.kind === 'failure') return outcome;
    const { headers } = outcome;
    this.#cacheSeen ||= headers['age'] !== undefined || cacheSigns.some((name) => headers[name] !== undefined);
    const known = answerHeaders((name) => headers[name] ?? null);
    const age = ageAtReceipt({ ...known, served: null }, requestedAt, this.#clocks);
    return age > ageOf(known) ? { ...outcome, headers: { ...headers, age: String(age) } } : outcome;
  }
}
