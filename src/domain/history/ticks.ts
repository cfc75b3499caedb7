/** Computes the ticks of a time axis (UTC). */

import { formatDate, formatTime, space } from '../text/format.ts';
import type { Window } from './spans/shares.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  minute,
  5 * minute,
  15 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  30 * day,
  90 * day,
] as const;

export interface Tick {
  readonly at: number;
  /** Text of the tick: "09:00" within a day, "12 Mar" at midnight. */
  readonly label: string;
}

export function ticksOf({ from, to }: Window, most: number): readonly Tick[] {
  const step = steps.find((each) => (to - from) / each <= most) ?? 365 * day;
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step;
    const date = formatDate(at);
    return { at, label: at % day === 0 ? date.slice(0, date.lastIndexOf(space)) : formatTime(at) };
  });
}
