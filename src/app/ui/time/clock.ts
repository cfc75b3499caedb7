/**
 * The only source of time in the app. It follows the monotonic clock and reports skipped time (such as
 * sleep).
 */

import { createSteadyClock } from '#domain/answer/steady-clock.ts';
import { useStore } from '../host.ts';
import { useMoment } from './moment.ts';

export const { now, skipped } = createSteadyClock(
  () => Date.now(),
  () => performance.now(),
);

let ahead = 0;
/** Milliseconds by which two estimates of the host's clock may differ. Smaller differences are ignored. */
const jitter = 5_000;

/** Sets by how many milliseconds the clock of the recording host is ahead of this one. */
export function setHostClock(estimate: number): void {
  if (Math.abs(estimate - ahead) > jitter) ahead = estimate;
}

/** Converts a time of this clock, in epoch milliseconds, to the clock of the recording host. */
export function onHostClock(time: number): number {
  return time + ahead;
}

export function hostNow(): number {
  return onHostClock(now());
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notifies all subscribers now and at the start of every second. */
export function tick(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, 1000 - (now() % 1000));
  for (const listener of listeners) listener();
}

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

/** Returns a value that depends on the time. The component renders only when the value changes. */
export function useTimed<T extends string | number | boolean | null>(read: (now: number) => T): T {
  return useStore(subscribeToSeconds, () => read(now()));
}

/** Returns the value of {@link useTimed} at the time of the host's clock; on a page of the past, at its moment. */
export function useHostTimed<T extends string | number | boolean | null>(read: (now: number) => T): T {
  const moment = useMoment();
  return useStore(subscribeToSeconds, () => read(moment ?? hostNow()));
}

function readSecond(): number {
  return Math.floor(now() / 1000) * 1000;
}

/** Returns the current second, epoch milliseconds. The component renders every second. */
export function useSecond(): number {
  // `readSecond` stays the same function. A new function in each render would make React subscribe again
  // every second.
  return useStore(subscribeToSeconds, readSecond);
}
