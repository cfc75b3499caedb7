/** Places the time since the last use of an application on a logarithmic axis. LastUse.tsx draws it. */

import { formatDuration } from '#domain/text/format.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export interface Tick {
  readonly label: string;
  /** Position on the axis, from 0 (oldest) to 1 (now). */
  readonly position: number;
}

/** Ages at both ends of the axis, milliseconds: a little beyond the outermost ticks (1 year and 1 minute). */
const oldest = 420 * day;
const newest = 15 * second;

export function positionOf(age: number): number {
  const place = (Math.log(oldest) - Math.log(Math.max(age, 1))) / (Math.log(oldest) - Math.log(newest));
  return Math.min(Math.max(place, 0), 1);
}

export function isBeyondAxis(age: number): boolean {
  return age > oldest;
}

export const ticks: readonly Tick[] = (
  [
    ['1 y', 365 * day],
    ['90 d', 90 * day],
    ['30 d', 30 * day],
    ['7 d', 7 * day],
    ['1 d', day],
    ['1 h', hour],
    ['1 min', minute],
  ] as const
).map(([label, age]) => ({ label: label.replace(' ', '\u00a0'), position: positionOf(age) }));

/** Formats an age in milliseconds with one unit, rounded down, such as "9 d", "40 h" or "12 min". */
export function coarseAge(age: number): string {
  const time = Math.max(0, age);
  if (time >= hour && time < 2 * day) return `${Math.floor(time / hour)}\u00a0h`;
  return formatDuration(time >= day ? Math.floor(time / day) * day : time);
}
