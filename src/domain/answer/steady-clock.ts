/** A clock that never runs backwards, for measuring ages. */

/**
 * Milliseconds. A larger difference between wall clock and monotonic clock is a jump, a smaller one is
 * rounding.
 */
const step = 1_000;

export interface SteadyClock {
  /** Returns the present time in epoch milliseconds. */
  readonly now: () => number;
  /** Returns the total milliseconds by which `now` jumped ahead because of sleep or a clock that was set. */
  readonly skipped: () => number;
}

/**
 * Creates a clock that shows the wall time at the start plus the elapsed time since then.
 * - If the wall clock is set back, responses do not become younger.
 * - If it jumps ahead, the jump counts: the monotonic clock may stop during sleep.
 * - Rounding differences are ignored. They would add up over weeks of calls.
 */
export function createSteadyClock(readWall: () => number, readMonotonic: () => number): SteadyClock {
  let wallAnchor = readWall();
  let monotonicAnchor = readMonotonic();
  const start = wallAnchor - monotonicAnchor;
  let skipped = 0;
  const now = () => {
    const wall = readWall();
    const monotonic = readMonotonic();
    const ahead = wall - wallAnchor - (monotonic - monotonicAnchor);
    if (Math.abs(ahead) > step) {
      skipped += Math.max(0, ahead);
      wallAnchor = wall;
      monotonicAnchor = monotonic;
    }
    return monotonic + start + skipped;
  };
  return { now, skipped: () => skipped };
}
