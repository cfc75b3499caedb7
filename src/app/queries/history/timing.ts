/** When history queries are requested again, and all their pauses in milliseconds. refresh.ts makes the requests in turn. */

import { now } from '#app/ui/time/clock.ts';

/** Between two requests, by the data. */
export const pauses = {
  /** Strips, coverage and changes of a range, and the state of the history record. */
  range: 120_000,
  since: 60_000,
  /** `since`, while the page shows a state that the response does not have yet. */
  sinceOfNewState: 5_000,
  /** Points of a series cover at least minutes, and pages show the current value anyway. */
  series: 60_000,
  /** Daily values and small sparklines. */
  days: 15 * 60_000,
  /** The changes of each subject in a list. */
  recent: 60_000,
  changesOfAll: 20_000,
};

/** After a failure without `Retry-After`. */
export const pausesAfterFailure = {
  /** The changes of all deployments: a host that just started is ready soon. */
  changesOfAll: 5_000,
  other: 30_000,
  withoutHost: 5 * 60_000,
};

/** After a change of state during which `sinceOfNewState` applies. */
export const newState = 30_000;

/** Time limit of a request. */
export const patience = 15_000;

/** A response is used at least so long, whatever its `max-age`. */
export const leastPause = 5_000;

/** Limits of the pause after a failure with `Retry-After`. */
const [leastRetry, longestRetry] = [1_000, 60_000];

/** Early requests of a query. After them it is requested like all others. */
const mostEarly = 12;

/** A retry that the host has timed. */
export interface TimedRetry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Milliseconds. The retry after a further failure waits twice as long. */
  readonly pause: number;
}

interface Read<T> {
  readonly value: T | null;
  readonly failure: { readonly retry?: TimedRetry } | null;
  readonly dueAt: number;
}

interface TimedQuery<T> {
  readonly state: { readonly data?: Read<T> | undefined; readonly dataUpdateCount: number };
}

/**
 * The retry after a failure with `Retry-After`. It is at a random time, because a busy host has many viewers.
 * @param seconds - of `Retry-After`.
 * @param before - the retry that failed.
 */
export function retryIn(seconds: number, before: TimedRetry | undefined): TimedRetry {
  const stated = Math.max(leastRetry, seconds * 1000);
  const pause = Math.min(Math.max(stated, 2 * (before?.pause ?? 0)), longestRetry);
  return { at: now() + pause * (1 + Math.random()), pause };
}

/** Milliseconds until the response expires or the retry is due; `false` if the watcher of refresh.ts retries. */
function untilDue({ dueAt, failure }: Read<unknown>): number | false {
  return failure?.retry ? false : Math.max(1_000, dueAt - now());
}

/** Options of a query that is requested again when its response expires or its retry is due. */
export const asDue = {
  // Cached for a short time only: windows move every minute, and an old window is never shown again.
  gcTime: 30_000,
  staleTime: ({ state: { data } }: TimedQuery<unknown>) =>
    data && data.dueAt > now() ? Number.POSITIVE_INFINITY : 0,
  refetchInterval: ({ state: { data } }: TimedQuery<unknown>) => (data ? untilDue(data) : (false as const)),
  refetchIntervalInBackground: false,
};

/**
 * In turn with the other queries of the deployment: the watcher of refresh.ts requests them again. Only an early request
 * has a timer of its own.
 * @param early - milliseconds until an early request; `null` if the value needs none.
 */
export function withoutOwnTimer<T>(pause: number, early?: (value: T) => number | null) {
  return {
    staleTime: pause,
    refetchInterval: ({ state: { data, dataUpdateCount } }: TimedQuery<T>): number | false => {
      const isEarly = early && data?.value && !data.failure && dataUpdateCount <= mostEarly;
      return (isEarly && early(data.value)) ?? false;
    },
    meta: { pause },
  };
}

/**
 * Options of a query with a timer of its own: it is requested again after `pause` milliseconds, but not
 * before its response expires.
 * @param pauseOf - returns the pause in milliseconds for a value.
 */
export function every<T>(pause: number, pauseOf: (value: T) => number = () => pause) {
  return {
    staleTime: pause,
    refetchInterval: ({ state: { data } }: TimedQuery<T>): number | false => {
      if (!data) return pause;
      const due = untilDue(data);
      return due === false || data.failure || !data.value ? due : Math.max(pauseOf(data.value), due);
    },
  };
}
