/** When history queries are requested again. */

import { now } from '#app/ui/time/clock.ts';

interface Read<T> {
  readonly value: T | null;
  readonly failure: { readonly retryAt?: number } | null;
  readonly dueAt: number;
}

interface TimedQuery<T> {
  readonly state: { readonly data?: Read<T> | undefined; readonly dataUpdateCount: number };
}

/** Early requests of a query at their short pause; then one in `laterEarly` milliseconds. */
const mostEarly = 12;
const laterEarly = 20_000;

function untilDue({ dueAt }: Read<unknown>): number {
  return Math.max(1_000, dueAt - now());
}

/** Milliseconds until the retry that the host requested with `Retry-After`; `null` if it requested none. */
export function pauseByHost(data: Read<unknown> | undefined): number | null {
  return data?.failure?.retryAt === undefined ? null : untilDue(data);
}

/** When the response expires, or the retry is due. */
export const asDue = {
  // Windows move every minute, and an old window is never shown again.
  gcTime: 30_000,
  staleTime: ({ state: { data } }: TimedQuery<unknown>) =>
    data && data.dueAt > now() ? Number.POSITIVE_INFINITY : 0,
  refetchInterval: ({ state: { data } }: TimedQuery<unknown>) => (data ? untilDue(data) : (false as const)),
  refetchIntervalInBackground: false,
};

/**
 * In turn with the other queries of the deployment: the watcher of refresh.ts requests them again. Only a retry that the
 * host has timed, and an early request, have a timer of their own.
 * @param early - milliseconds until an early request; `null` if the value needs none.
 */
export function withoutOwnTimer<T>(pause: number, early?: (value: T) => number | null) {
  return {
    staleTime: pause,
    refetchInterval: ({ state: { data, dataUpdateCount } }: TimedQuery<T>): number | false => {
      const wait = early && data?.value && !data.failure ? early(data.value) : null;
      if (wait !== null) return dataUpdateCount > mostEarly ? Math.max(laterEarly, wait) : wait;
      return pauseByHost(data) ?? false;
    },
    meta: { pause },
  };
}

/**
 * With a timer of its own: after `pause`, but not before the response expires.
 * @param pauseOf - the pause by the value.
 */
export function every<T>(pause: number, pauseOf: (value: T) => number = () => pause) {
  return {
    staleTime: pause,
    refetchInterval: ({ state: { data } }: TimedQuery<T>): number => {
      if (!data) return pause;
      return data.failure || !data.value ? untilDue(data) : Math.max(pauseOf(data.value), untilDue(data));
    },
  };
}
