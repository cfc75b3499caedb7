/**
 * Corrects an `Age` that a cache computed from the `Date` of a service whose clock is behind. Apache Traffic
 * Server does so for each response (RFC 9111 section 4.2.3, apparent age): a service 90 s behind gets `Age:
 * 90` and more.
 */

import { type ExchangeMoments, serviceStampOf } from '#domain/answer/stamps.ts';
import { serverHeader } from './upstream.ts';

/** Matches the `Server` header of Apache Traffic Server. */
export const trafficServer = /^ATS\b/;

type Headers = Readonly<Record<string, string>>;

type Times = Pick<ExchangeMoments, 'requestedAt' | 'headersAt'>;

/** Maximum difference in milliseconds that the rounding of `Date` and `Age` to whole seconds explains. */
const rounding = 2_000;
/** Maximum `Age` in seconds that is left uncorrected. */
const tolerance = 5;

interface Sample {
  readonly date: number;
  readonly age: number;
}

/** Reads `Date` and `Age` of a response; `null` unless the `Age` is just the time since that `Date`. */
function sampleOf(headers: Headers, { requestedAt, headersAt }: Times): Sample | null {
  const date = serviceStampOf({ date: headers['date'] ?? null });
  const age = Number(/^\d{1,9}$/.exec(headers['age'] ?? '')?.[0] ?? 0);
  if (!date || age <= tolerance) return null;
  const isOfDate =
    requestedAt - date.at - rounding <= 1000 * age && 1000 * age <= headersAt - date.at + rounding;
  return isOfDate ? { date: date.at, age } : null;
}

export class AgeOfDate {
  #last: Sample | null = null;
  /** Seconds that the service's clock is behind; 0 while nothing shows that it is. */
  #behind = 0;

  /**
   * Learns from a status response behind Traffic Server how far the service's clock is behind. A stored copy
   * keeps its `Date` while its `Age` grows. So only a new `Date` with the same `Age` shows that the clock is
   * behind.
   */
  learn(headers: Headers, times: Times): void {
    const sample = trafficServer.test(headers[serverHeader] ?? '') ? sampleOf(headers, times) : null;
    const last = this.#last;
    if (sample && last?.date === sample.date) return;
    this.#last = sample;
    const isSteady = sample !== null && last !== null && Math.abs(sample.age - last.age) * 1000 <= rounding;
    this.#behind = isSteady ? Math.min(sample.age, last.age) : 0;
  }

  /** Returns the headers with an `Age` that is only the time spent in caches. */
  corrected(headers: Headers, times: Times): Headers {
    const sample = this.#behind > 0 ? sampleOf(headers, times) : null;
    return sample ? { ...headers, age: String(Math.max(0, sample.age - this.#behind)) } : headers;
  }
}
