/**
 * Windows and numbers of points for requests of series. Points are whole steps of time, so that many viewers
 * share a response.
 */

import type { Window } from '../spans/shares.ts';
import { isUsual, type Range, windowOf, windowUntil } from '../windows.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface RequestedWindow extends Window {
  /** Number of points in the window. */
  readonly points: number;
}

/**
 * Returns the window and the number of points for a range. For one that ends now, a point is 5 minutes for 24 h, an
 * hour for 7 d, and 4 hours (UTC) for 90 d.
 */
export function requestedWindow(range: Range, now: number): RequestedWindow {
  if (!isUsual(range)) return requestedWindowWithin(windowOf(range, now));
  if (range === '24h') return { ...windowOf(range, now), points: 288 };
  if (range === '90d') return { ...windowOf(range, now), points: 540 };
  const to = Math.ceil(now / hour) * hour;
  return { from: to - 7 * day, to, points: 168 };
}

/** Returns the window and the number of points for a range that ends at a past moment. */
export function requestedWindowUntil(range: Range, moment: number): RequestedWindow {
  return { ...windowUntil(range, moment), points: requestedWindow(range, moment).points };
}

const steps = [10_000, 30_000, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, day] as const;

/** Minimum length of a chosen time span in milliseconds. Shorter ones have too few polls. */
const shortest = 10 * minute;
const mostPoints = 300;

/**
 * Returns the window and points for a chosen time span, at least ten minutes. Its ends are multiples of a
 * point's length.
 */
export function requestedWindowWithin({ from, to }: Window): RequestedWindow {
  const length = Math.max(shortest, to - from);
  const step = steps.find((each) => length / each <= mostPoints) ?? day;
  const start = Math.floor(from / step) * step;
  const points = Math.ceil((start === from ? length : from + length - start) / step);
  return { from: start, to: start + points * step, points };
}

/** Extends a window to whole hours (UTC) with one point per hour. Hourly series have no points between hours. */
export function hourlyWindow({ from, to }: Window): RequestedWindow {
  const [begin, end] = [Math.floor(from / hour) * hour, Math.ceil(to / hour) * hour];
  return { from: begin, to: end, points: Math.max(1, (end - begin) / hour) };
}
