/** The age of a response at its receipt (RFC 9111 section 4.2.3). */

import type { Answer } from './answer.ts';
import { ageOf } from './poll.ts';
import { type Clocks, lagOf } from './service-clock.ts';
import { type ExchangeTimes, hostStampOf, type Stamp, type StampHeaders, serviceStampOf } from './stamps.ts';

/** Milliseconds that whole seconds and network time explain. */
const rounding = 2_000;

/**
 * Seconds since the making of a response: the larger of `Age` and the apparent age (receipt less `Date`, by the service's
 * clock).
 *
 * The time that the response took counts too: from the request for a stored copy, which existed before it, else from the
 * headers. `Date` proves nothing while the clock of the service is unknown.
 */
export function ageAtReceipt(headers: StampHeaders, times: ExchangeTimes, clocks: Clocks): number {
  const stated = ageOf(headers);
  const { receivedAt } = times;
  const ours = hostStampOf(headers);
  if (ours) return Math.max(stated, ours.ageSeconds + apparentAge(ours, receivedAt, lagOf(clocks.host)));
  const began = stated > 0 ? times.requestedAt : times.headersAt;
  const byAge = stated + wholeSeconds(receivedAt - began);
  const date = serviceStampOf(headers);
  if (!date || (headers.age !== null && isMadeByCache(date, times))) return byAge;
  return Math.max(byAge, apparentAge(date, receivedAt, lagOf(clocks.service)));
}

/** Apache httpd puts its own `Date` on each hit, beside an `Age`. Such a `Date` is no older than the request. */
function isMadeByCache({ at }: Stamp, { requestedAt, headersAt }: ExchangeTimes): boolean {
  return requestedAt - rounding < at && at < headersAt + rounding;
}

function apparentAge({ at, unit }: Stamp, receivedAt: number, lag: number | null): number {
  return lag === null ? 0 : wholeSeconds(receivedAt - at - unit - lag);
}

/** The timestamp of whoever sent the response: our host, else the service. */
function stampTextOf({ served, date }: StampHeaders): string | null {
  return served ?? date;
}

/**
 * Seconds since the making of a response that has the timestamp of the one before: a stored copy, and no newer than that one.
 * It needs no clock of the sender. 0 for any other response.
 */
export function ageOfRepeat(
  headers: StampHeaders,
  receivedAt: number,
  earlier: Pick<Answer<unknown>, 'headers' | 'receivedAt' | 'ageSeconds'> | null,
): number {
  const stamp = stampTextOf(headers);
  if (earlier === null || stamp === null || stamp !== stampTextOf(earlier.headers)) return 0;
  const elapsed = receivedAt - earlier.receivedAt;
  return elapsed < rounding ? 0 : earlier.ageSeconds + wholeSeconds(elapsed);
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}
