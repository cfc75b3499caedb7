/**
 * Distinguishes a machine that slept from a clock that was set. One clock cannot: the wall clock may be set, and the
 * monotonic clock stops during sleep. Pure.
 */

import type { InterruptionRow } from '../rows.ts';

/** Milliseconds. */
export interface Clocks {
  /** Epoch. */
  readonly wall: number;
  /** Since the machine started, sleep included. */
  readonly boot: number;
  /** Monotonic clock. It stops during sleep. */
  readonly steady: number;
}

const second = 1_000;

/** Milliseconds between two checks of the clocks. */
export const heartbeat = 1_000;

/** Shortest sleep, or stop of the process, that is recorded, in milliseconds. */
const shortestSleep = 10_000;

/** Shortest step of the clock that is recorded, in milliseconds. Smaller ones are normal corrections. */
const shortestStep = 1_000;

/** Error in milliseconds of a clock that counts whole seconds. */
function coarseness({ boot: before }: Clocks, { boot: now }: Clocks): number {
  return before % second === 0 && now % second === 0 ? second : 0;
}

/** What happened between two checks; `null` if only time passed. */
export function interruptionBetween(
  before: Clocks,
  now: Clocks,
): Pick<InterruptionRow, 'from' | 'to' | 'cause'> | null {
  const [byWall, byBoot] = [now.wall - before.wall, now.boot - before.boot];
  const bounds = { from: before.wall, to: Math.max(before.wall, now.wall) };
  if (Math.abs(byWall - byBoot) >= shortestStep + coarseness(before, now))
    return { ...bounds, cause: 'clock-stepped' };
  // The monotonic clock continues while a process is stopped.
  return byBoot >= heartbeat + shortestSleep ? { ...bounds, cause: 'asleep' } : null;
}

/** Milliseconds by which `Date` may differ before the host's clock is doubted. */
const longestDoubt = 86_400_000;

/**
 * Whether the host's clock may be right: some `Date` is near it, or there is none. So one service with a wrong clock is
 * outvoted by any other.
 * @param ahead - by deployment: milliseconds by which its newest `Date` is ahead of our clock.
 */
export function isPlausible(ahead: ReadonlyMap<string, number>): boolean {
  return ahead.size === 0 || [...ahead.values()].some((each) => Math.abs(each) < longestDoubt);
}
