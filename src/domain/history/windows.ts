/**
 * Time windows of history requests, rounded so that many viewers share a response
 * (docs/understand/history-api.md, part 1).
 */

import type { Window } from './spans/shares.ts';

export type Range = '24h' | '7d' | '90d';

const minute = 60_000;
const quarter = 15 * minute;
const hour = 60 * minute;
const day = 24 * hour;

const lengths: Readonly<Record<Range, number>> = { '24h': day, '7d': 7 * day, '90d': 90 * day };
/**
 * Milliseconds to which the end of a range is rounded up. For 90 days it is a day: each mark is one day,
 * today included.
 */
const steps: Readonly<Record<Range, number>> = { '24h': minute, '7d': quarter, '90d': day };

export const rangeNames: Readonly<Record<Range, string>> = { '24h': '24 h', '7d': '7 d', '90d': '90 d' };

/**
 * Returns the window of a range that ends now. Its end is the next whole minute, quarter hour or day (UTC).
 */
export function windowOf(range: Range, now: number): Window {
  const step = steps[range];
  const to = Math.ceil(now / step) * step;
  return { from: to - lengths[range], to };
}

/** Returns the window of a range that ends at a past moment. It is not rounded, so it shows nothing after the moment. */
export function windowUntil(range: Range, moment: number): Window {
  return { from: moment - lengths[range], to: moment };
}
