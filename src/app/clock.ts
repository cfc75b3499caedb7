/** The only source of time in the page. */

import { useSyncExternalStore } from 'react';

let lastWall = Date.now();
let lastMonotonic = performance.now();
let current = lastWall;

/**
 * Our clock, epoch milliseconds. It starts at the wall clock and moves by what has really passed: a wall clock that is
 * set back does not make answers younger; a jump ahead may be a sleep during which the monotonic clock stood still.
 */
export function now(): number {
  const wall = Date.now();
  const monotonic = performance.now();
  current += Math.max(wall - lastWall, monotonic - lastMonotonic, 0);
  lastWall = wall;
  lastMonotonic = monotonic;
  return current;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
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
  return useSyncExternalStore(subscribeToSeconds, () => read(now()));
}

/** The current second, epoch milliseconds: renders every second. */
export function useSecond(): number {
  return useTimed((time) => Math.floor(time / 1000) * 1000);
}
