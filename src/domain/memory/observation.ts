/**
 * Stores the observations of a subject as runs of equal values. Time without an observation is a gap between
 * runs.
 */

export interface Run<T> {
  readonly value: T;
  readonly from: number;
  /** End of the last observation's validity period, in epoch milliseconds. */
  readonly to: number;
}

/** Milliseconds that the strips show. Older runs are dropped. */
export const logMilliseconds = 900_000;

/**
 * Drops old runs, except the newest run of each value. That run distinguishes a gap from the time before the
 * first observation.
 */
function withoutOld<T>(runs: readonly Run<T>[], at: number): readonly Run<T>[] {
  const first = runs.findIndex((run) => run.to > at - logMilliseconds);
  const earlier = runs.slice(0, Math.max(first, 0));
  const newest = new Map(earlier.map((run) => [run.value, run]));
  return newest.size === earlier.length
    ? runs
    : [...earlier.filter((run) => newest.get(run.value) === run), ...runs.slice(first)];
}

/**
 * Adds an observation to the runs of a subject. Within the validity period of an equal value it extends the
 * last run; later it leaves a gap.
 */
export function observe<T>(
  runs: readonly Run<T>[],
  value: T,
  at: number,
  vouchedUntil: number,
): readonly Run<T>[] {
  const last = runs.at(-1);
  const next = { value, from: at, to: vouchedUntil };
  if (!last || at > last.to) return withoutOld([...runs, next], at);
  const earlier = runs.slice(0, -1);
  if (last.value === value)
    return withoutOld([...earlier, { ...last, to: Math.max(last.to, vouchedUntil) }], at);
  return withoutOld([...earlier, { ...last, to: at }, next], at);
}

/** Cuts the last run off at `at` if its validity period ends later. */
export function endRuns<T>(runs: readonly Run<T>[], at: number): readonly Run<T>[] {
  const last = runs.at(-1);
  if (!last || last.to <= at) return runs;
  return [...runs.slice(0, -1), { ...last, to: Math.max(last.from, at) }];
}
