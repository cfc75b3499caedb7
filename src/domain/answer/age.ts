/** The age of a response at its receipt (RFC 9111 section 4.2.3). */

import { ageOf } from './poll.ts';
import { type Clocks, lagOf } from './service-clock.ts';
import { hostStampOf, type Stamp, type StampHeaders, serviceStampOf } from './stamps.ts';

/** Milliseconds: a `Date` this close to the request was made for it. */
const atOnce = 2_000;

/**
 * Seconds since the making of a response: the larger of `Age` and the apparent age.
 *
 * The apparent age counts to the request, not to the receipt, so that a slow response does not pass for a stored one. A
 * `Date` of now beside an `Age` was made by the cache itself (Apache httpd does so at each hit) and says nothing of the copy.
 *
 * @param requestedAt - epoch milliseconds by our clock.
 */
export function ageAtReceipt(headers: StampHeaders, requestedAt: number, clocks: Clocks): number {
  const stated = ageOf(headers);
  const ours = hostStampOf(headers);
  if (ours) return Math.max(stated, ours.ageSeconds + storedSeconds(ours, requestedAt, lagOf(clocks.host)));
  const date = serviceStampOf(headers);
  if (!date || (stated > 0 && Math.abs(requestedAt - date.at) < atOnce)) return stated;
  return Math.max(stated, storedSeconds(date, requestedAt, lagOf(clocks.service)));
}

/** Whole seconds from a timestamp to the request for it; 0 while the clock is unknown. */
function storedSeconds({ at, unit }: Stamp, requestedAt: number, lag: number | null): number {
  return lag === null ? 0 : Math.max(0, Math.floor((requestedAt - at - unit - lag) / 1000));
}
