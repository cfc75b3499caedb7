/** The only source of time in the page. */

import { useStore } from '../host.ts';

/** A step of the wall clock against the monotonic one that is more than their rounding, milliseconds. */
const step = 1_000;

interface Clock {
  readonly now: () => number;
  /** Milliseconds by which `now` jumped ahead since the start: slept through, or set. */
  readonly skipped: () => number;
}

/**
 * Our clock, epoch milliseconds: what has really passed since a start at the wall clock. A wall clock that is set back
 * does not make answers younger; a jump ahead may be a sleep during which the monotonic clock stood still. Smaller
 * differences are rounding, which must not add up: a screen asks a thousand times a minute, for weeks.
 */
export function createClock(readWall: () => number, readMonotonic: () => number): Clock {
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

export const { now, skipped } = createClock(
  () => Date.now(),
  () => performance.now(),
);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells everybody the time now, and again at the start of every second. */
export function tick(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, 1000 - (now() % 1000));
  for (const listener of listeners) listener();
}

/** Calls back at the start of every second. */
export function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setTimeout(tick, 1000 - (now() % 1000));
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

/** A value that depends on the time; the component renders only when the value changes. */
export function useTimed<T extends string | number | boolean | null>(read: (now: number) => T): T {
  return useStore(subscribeToSeconds, () => read(now()));
}

function readSecond(): number {
  return Math.floor(now() / 1000) * 1000;
}

/** The current second, epoch milliseconds: renders every second. */
export function useSecond(): number {
  // A reader made anew would have React run its effects every second.
  return useStore(subscribeToSeconds, readSecond);
}
