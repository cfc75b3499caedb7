/**
 * Distinguishes a machine that slept from a clock that was set. One clock is not enough: the wall clock may
 * be set, and the monotonic clock stops during sleep. Pure.
 */

import type { InterruptionRow } from '../rows.ts';

/** Values of three clocks at one moment, in milliseconds. */
export interface Clocks {
  /** Wall clock: milliseconds since the epoch. It may be set. */
  readonly wall: number;
  /** Milliseconds since the machine started, sleep included. */
  readonly boot: number;
  /** Monotonic clock. It stops during sleep. */
  readonly steady: number;
}

const second = 1_000;

/** Milliseconds between two checks of the clocks. */
export const heartbeat = 1_000;

/** Minimum milliseconds of a sleep, or of a stop of the process, that is recorded. */
const shortestSleep = 10_000;

/**
 * Minimum milliseconds by which the wall clock must step for the step to be recorded. Smaller steps are
 * normal corrections.
 */
const shortestStep = 1_000;

/** Computes the error of the boot clock in milliseconds: 1,000 if it counts whole seconds, else 0. */
function coarseness({ boot: before }: Clocks, { boot: now }: Clocks): number {
  return before % second === 0 && now % second === 0 ? second : 0;
}

/** Finds a sleep or a step of the clock between two checks; `null` if only time passed. */
export function interruptionBetween(
  before: Clocks,
  now: Clocks,
): Pick<InterruptionRow, 'from' | 'to' | 'cause'> | null {
  const [byWall, byBoot] = [now.wall - before.wall, now.boot - before.boot];
  const bounds = { from: before.wall, to: Math.max(before.wall, now.wall) };
  if (Math.abs(byWall - byBoot) >= shortestStep + coarseness(before, now))
    return { ...bounds, cause: 'clock-stepped' };
  // By the boot clock, because it shows both a sleep and a stopped process.
  return byBoot >= heartbeat + shortestSleep ? { ...bounds, cause: 'asleep' } : null;
}

/** Minimum milliseconds by which every `Date` must differ before the host's clock is doubted. */
const longestDoubt = 86_400_000;

/**
 * Whether the host's clock may be right: the `Date` of some deployment is near it, or none is known. One
 * service with a wrong clock raises no doubt while another one is right.
 * @param ahead - by slug: milliseconds by which the newest `Date` is ahead of the host's clock.
 */
export function isPlausible(ahead: ReadonlyMap<string, number>): boolean {
  return ahead.size === 0 || [...ahead.values()].some((each) => Math.abs(each) < longestDoubt);
}
