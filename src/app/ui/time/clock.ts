/** The only source of time in the page. */

import { createSteadyClock } from '#domain/answer/steady-clock.ts';
import { useStore } from '../host.ts';

export const { now, skipped } = createSteadyClock(
  () => Date.now(),
  () => performance.now(),
);

let ahead = 0;
/** Milliseconds by which two estimates may differ without a change. */
const jitter = 5_000;

/** Takes an estimate of how far the clock of the host that records is ahead of this one, milliseconds. */
export function setHostClock(estimate: number): void {
  if (Math.abs(estimate - ahead) > jitter) ahead = estimate;
}

/** A time of this clock on the clock of the host: everything recorded is dated by that. */
export function onHostClock(time: number): number {
  return time + ahead;
}

export function hostNow(): number {
  return onHostClock(now());
}

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

/** As {@link useTimed}, by the clock of the host. */
export function useHostTimed<T extends string | number | boolean | null>(read: (now: number) => T): T {
  return useStore(subscribeToSeconds, () => read(hostNow()));
}

function readSecond(): number {
  return Math.floor(now() / 1000) * 1000;
}

/** The current second, epoch milliseconds: renders every second. */
export function useSecond(): number {
  // A reader made anew would have React run its effects every second.
  return useStore(subscribeToSeconds, readSecond);
}
