/**
 * Collects evidence that a deployment's responses come from its origin, not from a cache. The evidence is its
 * clocks, the newest status response, and signs of a cache on the way.
 */

import { ageAtReceipt, ageOfRepeat, type EarlierResponse } from '#domain/answer/age.ts';
import { type ResponseHeaders, responseHeaders } from '#domain/answer/answer.ts';
import { ageOf } from '#domain/answer/poll.ts';
import { type Clocks, clocksAfterResponse, unknownClocks } from '#domain/answer/service-clock.ts';
import type { ExchangeMoments } from '#domain/answer/stamps.ts';
import { AgeOfDate, trafficServer } from './age-of-date.ts';
import { type Moment, since, thisMoment } from './cache/store.ts';
import { cacheSigns, serverHeader, type Unchanged, type UpstreamOutcome } from './upstream.ts';

type Received = UpstreamOutcome | Unchanged;
type Responded = Exclude<Received, { readonly kind: 'failure' }>;

/** Epoch milliseconds at which a request was sent and its response received. */
type Times = Pick<ExchangeMoments, 'requestedAt' | 'receivedAt'>;

/**
 * Maximum milliseconds of a status request. After a slower one no 304 is trusted: lists are then requested
 * without their tag.
 */
const longestStatusRequest = 2_000;
/** Maximum age in seconds that a new status response shows by rounding. An older one is a stored copy. */
const longestNewAge = 2;
/** Maximum number of URLs per deployment whose newest `Date` is remembered. */
const mostUrls = 1_000;

/**
 * Returns whether headers show a cache on the way. Until its first hit, Traffic Server shows itself only in
 * `Server`.
 */
function showsCache(headers: Received['headers']): boolean {
  return (
    headers['age'] !== undefined ||
    cacheSigns.some((name) => headers[name] !== undefined) ||
    trafficServer.test(headers[serverHeader] ?? '')
  );
}

export class OriginEvidence {
  readonly #confirmedFor: number;
  readonly #ageOfDate = new AgeOfDate();
  /** By URL, the first response that had the newest `Date`. */
  readonly #newest = new Map<string, EarlierResponse>();
  #clocks: Clocks = unknownClocks;
  /**
   * When the newest status response came from the origin; `null` at the start, after a failure, and after a
   * stored copy.
   */
  #statusAt: Moment | null = null;
  #cacheSeen = false;

  /** @param pollMilliseconds - poll period of the deployment. */
  constructor(pollMilliseconds: number) {
    this.#confirmedFor = pollMilliseconds + longestStatusRequest;
  }

  /**
   * Whether a 304 of a list can come from the origin. It can if the status, which no cache may store, is
   * recent, and no response showed a cache. Apache Traffic Server confirms a stale copy by a 304 with a new
   * `Date` and no `Age`.
   */
  get confirmsValidators(): boolean {
    return !this.#cacheSeen && this.#statusAt !== null && since(this.#statusAt) <= this.#confirmedFor;
  }

  /** Sets `Age` of a status response to its true age, and learns the service's clock from it. */
  noteStatus(url: string, outcome: Received, times: Times): Received {
    this.#statusAt = null;
    if (outcome.kind === 'failure') return outcome;
    const moments = { ...times, headersAt: outcome.headersAt };
    this.#ageOfDate.learn(outcome.headers, moments);
    const corrected = this.#correct(outcome, moments);
    this.#clocks = clocksAfterResponse(this.#clocks, named(corrected.headers), moments);
    const aged = this.#withAge(url, corrected, moments);
    if (aged.ageAtHeaders <= longestNewAge) this.#statusAt = thisMoment();
    return aged.outcome;
  }

  /** Sets `Age` of a list response to its true age, as far as the headers show it. */
  withTrueAge(url: string, outcome: Received, times: Times): Received {
    if (outcome.kind === 'failure') return outcome;
    const moments = { ...times, headersAt: outcome.headersAt };
    return this.#withAge(url, this.#correct(outcome, moments), moments).outcome;
  }

  #correct(outcome: Responded, moments: ExchangeMoments): Responded {
    this.#cacheSeen ||= showsCache(outcome.headers);
    return { ...outcome, headers: this.#ageOfDate.corrected(outcome.headers, moments) };
  }

  #withAge(url: string, outcome: Responded, moments: ExchangeMoments) {
    const headers = { ...named(outcome.headers), served: null };
    const { headersAt, receivedAt } = moments;
    const earlier = this.#newest.get(url) ?? null;
    const ageAt = (time: number) =>
      Math.max(
        ageAtReceipt(headers, { ...moments, receivedAt: time }, this.#clocks),
        ageOfRepeat(headers, time, earlier),
      );
    const [ageAtHeaders, ageSeconds] = [ageAt(headersAt), ageAt(receivedAt)];
    if (earlier === null || earlier.headers.date !== headers.date)
      this.#remember(url, { headers, receivedAt, ageSeconds });
    if (ageSeconds === ageOf(headers)) return { outcome, ageAtHeaders };
    const aged = { ...outcome.headers, age: String(ageSeconds) };
    const transferSeconds = ageSeconds - ageAtHeaders;
    return { outcome: { ...outcome, headers: aged, transferSeconds }, ageAtHeaders };
  }

  #remember(url: string, response: EarlierResponse): void {
    this.#newest.delete(url);
    this.#newest.set(url, response);
    const [oldest] = this.#newest.keys();
    if (this.#newest.size > mostUrls && oldest !== undefined) this.#newest.delete(oldest);
  }
}

function named(headers: Received['headers']): ResponseHeaders {
  return responseHeaders((name) => headers[name] ?? null);
}
