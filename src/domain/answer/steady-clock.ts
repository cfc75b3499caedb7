/** A clock that never runs backwards, to measure ages with. */

/** Milliseconds. A larger difference between the two clocks is a jump; a smaller one is rounding. */
const step = 1_000;

export interface SteadyClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Total milliseconds by which `now` jumped ahead: sleep, or a clock that was set. */
  readonly skipped: () => number;
}

/**
 * Creates the clock: wall time at the start plus the elapsed time since then.
 *
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
