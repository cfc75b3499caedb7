/** Timestamps of responses: those that servers put on them, and ours. */

import type { ResponseHeaders } from './answer.ts';
import { parseHttpDate } from './http-date.ts';
import { ageOf, parseSeconds } from './poll.ts';

/** Moments of one HTTP exchange, in epoch milliseconds of our clock. */
export interface ExchangeMoments {
  readonly requestedAt: number;
  /** When the response headers arrived. */
  readonly headersAt: number;
  /** When the last byte of the body arrived. */
  readonly receivedAt: number;
}

/** A server's own time when it served a response, in epoch milliseconds of its clock. */
export interface Stamp {
  readonly at: number;
  /** Smallest unit of the timestamp, in milliseconds. */
  readonly unit: number;
  /** Age of the response at that time, in seconds. */
  readonly ageSeconds: number;
}

export type StampHeaders = Pick<ResponseHeaders, 'age' | 'date' | 'isShared' | 'served' | 'servedAge'>;

/**
 * Returns the age that caches and host state, in seconds; 0 without a statement. In a shared response the host states
 * its part in `Edgewatch-Age` alone.
 */
export function statedAge(headers: StampHeaders): number {
  return ageOf(headers) + (headers.isShared ? (hostStampOf(headers)?.ageSeconds ?? 0) : 0);
}

/** Reads our host's timestamp from `Edgewatch-Served`; `null` if absent or unreadable. */
export function hostStampOf({ served, servedAge }: StampHeaders): Stamp | null {
  const at = Date.parse(served ?? '');
  return Number.isFinite(at) ? { at, unit: 0, ageSeconds: parseSeconds(servedAge ?? '') ?? 0 } : null;
}

/** Reads the service's timestamp from `Date`; `null` if absent or unreadable. */
export function serviceStampOf({ date }: Pick<StampHeaders, 'date'>): Stamp | null {
  const at = parseHttpDate(date);
  return at === null ? null : { at, unit: 1_000, ageSeconds: 0 };
}

/** Maximum difference in milliseconds that whole seconds and network time explain. */
const rounding = 2_000;

/**
 * Whether a cache, not the service, wrote `Date`. Apache httpd puts its own `Date` on each cache hit, beside
 * `Age`; it is no older than the request.
 */
export function isMadeByCache(
  { at }: Stamp,
  { requestedAt, headersAt }: Pick<ExchangeMoments, 'requestedAt' | 'headersAt'>,
): boolean {
  return requestedAt - rounding < at && at < headersAt + rounding;
}

/**
 * Returns the `Age` that a cache on the way stated. If our host served the response, its own `Age` is only
 * the time in our memory.
 */
export function ageOfCache({
  age,
  served,
  upstreamAge,
}: Pick<ResponseHeaders, 'age' | 'served' | 'upstreamAge'>): string | null {
  return served === null ? age : upstreamAge;
}
