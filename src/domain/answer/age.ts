/** Computes the age that a response has on arrival (RFC 9111 section 4.2.3). */

import type { Answer } from './answer.ts';
import { type Clocks, lagOf } from './service-clock.ts';
import {
  type ExchangeMoments,
  hostStampOf,
  isMadeByCache,
  type Stamp,
  type StampHeaders,
  serviceStampOf,
  statedAge,
} from './stamps.ts';

/**
 * Computes the seconds since a response was created: the larger of `Age` and the apparent age. The apparent
 * age is receipt less `Date`, by the service's clock. While that clock is unknown, `Date` does not count. A
 * stored copy ages from the request on, a new response from its headers on.
 */
export function ageAtReceipt(headers: StampHeaders, moments: ExchangeMoments, clocks: Clocks): number {
  const stated = statedAge(headers);
  const { receivedAt } = moments;
  const ours = hostStampOf(headers);
  if (ours) return Math.max(stated, ours.ageSeconds + apparentAge(ours, receivedAt, lagOf(clocks.host)));
  const began = stated > 0 ? moments.requestedAt : moments.headersAt;
  const byAge = stated + wholeSeconds(receivedAt - began);
  const date = serviceStampOf(headers);
  if (!date || (headers.age !== null && isMadeByCache(date, moments))) return byAge;
  return Math.max(byAge, apparentAge(date, receivedAt, lagOf(clocks.service)));
}

function apparentAge({ at, unit }: Stamp, receivedAt: number, lag: number | null): number {
  return lag === null ? 0 : wholeSeconds(receivedAt - at - unit - lag);
}

/**
 * Milliseconds. Two responses that arrive closer together may have the same timestamp without being copies.
 */
const rounding = 2_000;

/** Returns the timestamp of the sender: our host's `Edgewatch-Served`, else the service's `Date`. */
function stampTextOf({ served, date }: StampHeaders): string | null {
  return served ?? date;
}

/** The previous response of the same endpoint. */
export interface EarlierResponse extends Pick<Answer<unknown>, 'receivedAt' | 'ageSeconds'> {
  readonly headers: StampHeaders;
}

/**
 * Computes the age in seconds of a response with the same timestamp as the previous response. It is a stored
 * copy, and no newer than the previous one. The sender's clock is not needed.
 * @returns 0 for any other response
 */
export function ageOfRepeat(
  headers: StampHeaders,
  receivedAt: number,
  earlier: EarlierResponse | null,
): number {
  const stamp = stampTextOf(headers);
  if (earlier === null || stamp === null || stamp !== stampTextOf(earlier.headers)) return 0;
  const elapsed = receivedAt - earlier.receivedAt;
  return elapsed < rounding ? 0 : earlier.ageSeconds + wholeSeconds(elapsed);
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.floor(milliseconds / 1000));
}
