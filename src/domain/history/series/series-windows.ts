/** Windows and points of series requests. Points are whole steps of time, so that many viewers share a response. */

import type { Window } from '../spans/shares.ts';
import { type Range, windowOf } from '../windows.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface RequestedWindow extends Window {
  readonly points: number;
}

/** Request for a range that ends now: points of 5 minutes, an hour, or 4 hours (UTC). */
export function requestedWindow(range: Range, now: number): RequestedWindow {
  if (range === '24h') return { ...windowOf(range, now), points: 288 };
  if (range === '90d') return { ...windowOf(range, now), points: 540 };
  const to = Math.ceil(now / hour) * hour;
  return { from: to - 7 * day, to, points: 168 };
}

const steps = [10_000, 30_000, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, day] as const;

/** Minimum of a chosen span. Shorter ones have too few polls. */
const shortest = 10 * minute;
const mostPoints = 300;

/** Request for a chosen span of at least ten minutes. Its ends are multiples of the step. */
export function requestedWindowWithin({ from, to }: Window): RequestedWindow {
  const length = Math.max(shortest, to - from);
  const step = steps.find((each) => length / each <= mostPoints) ?? day;
  const start = Math.floor(from / step) * step;
  const points = Math.ceil((start === from ? length : from + length - start) / step);
  return { from: start, to: start + points * step, points };
}

/** Request for the same time with one point for each hour. */
export function inHours({ from, to }: Window): RequestedWindow {
  const [begin, end] = [Math.floor(from / hour) * hour, Math.ceil(to / hour) * hour];
  return { from: begin, to: end, points: Math.max(1, (end - begin) / hour) };
}
