/** The timestamps of responses: those that servers put on them, and ours. */

import type { ResponseHeaders } from './answer.ts';
import { parseHttpDate } from './http-date.ts';
import { parseSeconds } from './poll.ts';

/** Moments of one exchange, epoch milliseconds by our clock. */
export interface ExchangeMoments {
  readonly requestedAt: number;
  /** Arrival of the response headers. */
  readonly headersAt: number;
  /** Arrival of the last byte of the body. */
  readonly receivedAt: number;
}

/** A server's own time at serving, epoch milliseconds by its clock. */
export interface Stamp {
  readonly at: number;
  /** Smallest unit of the timestamp, milliseconds. */
  readonly unit: number;
  /** Age of the response at that time, seconds. */
  readonly ageSeconds: number;
}

export type StampHeaders = Pick<ResponseHeaders, 'age' | 'date' | 'served' | 'servedAge'>;

/** By `Edgewatch-Served`; `null` if absent or unreadable. */
export function hostStampOf({ served, servedAge }: StampHeaders): Stamp | null {
  const at = Date.parse(served ?? '');
  return Number.isFinite(at) ? { at, unit: 0, ageSeconds: parseSeconds(servedAge ?? '') ?? 0 } : null;
}

/** By `Date`; `null` if absent or unreadable. */
export function serviceStampOf({ date }: StampHeaders): Stamp | null {
  const at = parseHttpDate(date);
  return at === null ? null : { at, unit: 1_000, ageSeconds: 0 };
}

/** Milliseconds that whole seconds and network time explain. */
const rounding = 2_000;

/** Apache httpd puts its own `Date` on each hit, beside an `Age`. Such a `Date` is no older than the request. */
export function isMadeByCache(
  { at }: Stamp,
  { requestedAt, headersAt }: Pick<ExchangeMoments, 'requestedAt' | 'headersAt'>,
): boolean {
  return requestedAt - rounding < at && at < headersAt + rounding;
}
