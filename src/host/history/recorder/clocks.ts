/**
 * Tells a machine that slept from a clock that was set. One clock alone cannot: the wall clock is set, and the steady one
 * stands still while the machine sleeps. Pure.
 */

import type { InterruptionRow } from '../rows.ts';

/** Milliseconds. */
export interface Clocks {
  /** Epoch. */
  readonly wall: number;
  /** Since the machine began, sleep included. */
  readonly boot: number;
  /** Stands still while the machine sleeps. */
  readonly steady: number;
}

const second = 1_000;

/** Milliseconds between two looks at the clocks. */
export const heartbeat = 1_000;

/** Milliseconds of sleep, or of a process that was not let run, that are told. */
const shortestSleep = 10_000;

/** Milliseconds by which a clock is set that are told: less is a clock that is kept right. */
const shortestStep = 1_000;

/** Milliseconds by which a clock that tells whole seconds may be wrong. */
function coarseness({ boot: before }: Clocks, { boot: now }: Clocks): number {
  return before % second === 0 && now % second === 0 ? second : 0;
}

/** What lies between two looks at the clocks; `null` where time just went by. */
export function interruptionBetween(
  before: Clocks,
  now: Clocks,
): Pick<InterruptionRow, 'from' | 'to' | 'cause'> | null {
  const [byWall, byBoot] = [now.wall - before.wall, now.boot - before.boot];
  const bounds = { from: before.wall, to: Math.max(before.wall, now.wall) };
  if (Math.abs(byWall - byBoot) >= shortestStep + coarseness(before, now))
    return { ...bounds, cause: 'clock-stepped' };
  // Of a process that was stopped the steady clock went on.
  return byBoot >= heartbeat + shortestSleep ? { ...bounds, cause: 'asleep' } : null;
}

/** Milliseconds by which the clock of whoever answers may differ from ours before ours is doubted. */
const longestDoubt = 86_400_000;

/**
 * Whether our clock may be right: an answer's `Date` is near it, or nobody gives one. One service with a wrong clock is
 * outvoted by any other.
 *
 * @param ahead - by deployment: what its newest `Date` was ahead of our clock, milliseconds.
 */
export function isPlausible(ahead: ReadonlyMap<string, number>): boolean {
  return ahead.size === 0 || [...ahead.values()].some((each) => Math.abs(each) < longestDoubt);
}
