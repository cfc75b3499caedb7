/** Time that never goes back, for whoever tells how old things are. */

/** A step of the wall clock against the monotonic one that is more than their rounding, milliseconds. */
const step = 1_000;

export interface SteadyClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds by which `now` jumped ahead since the start: slept through, or set. */
  readonly skipped: () => number;
}

/**
 * A clock to tell ages by: what has really passed since a start at the wall clock. A wall clock that is set back
 * does not make answers younger; a jump ahead may be a sleep during which the monotonic clock stood still. Smaller
 * differences are rounding, which must not add up: a screen asks a thousand times a minute, for weeks.
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
