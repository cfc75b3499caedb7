/** Observations of a subject as runs of equal values. Time without observation is a gap. */

export interface Run<T> {
  readonly value: T;
  readonly from: number;
  /** End of the validity period of the last observation. */
  readonly to: number;
}

/** Time span of the strips, milliseconds. Older runs are dropped. */
export const keptMilliseconds = 900_000;

/** Drops old runs, except the newest of each value: it distinguishes a gap from the time before the first observation. */
function withoutOld<T>(runs: readonly Run<T>[], at: number): readonly Run<T>[] {
  const first = runs.findIndex((run) => run.to > at - keptMilliseconds);
  const earlier = runs.slice(0, Math.max(first, 0));
  const newest = new Map(earlier.map((run) => [run.value, run]));
  return newest.size === earlier.length
    ? runs
    : [...earlier.filter((run) => newest.get(run.value) === run), ...runs.slice(first)];
}

/**
 * Adds an observation to the runs of a subject. Within the validity period of an equal value it extends that run; later it
 * leaves a gap.
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

/** Cuts the validity period of the last run at a time. */
export function endRuns<T>(runs: readonly Run<T>[], at: number): readonly Run<T>[] {
  const last = runs.at(-1);
  if (!last || last.to <= at) return runs;
  return [...runs.slice(0, -1), { ...last, to: Math.max(last.from, at) }];
}

export type Mark<T> =
  /** `covered`: observed share of the mark's time, counted from the first observation. */
  | { readonly kind: 'seen'; readonly values: readonly T[]; readonly covered: number }
  | { readonly kind: 'gap' | 'before' };

/**
 * Divides the time from `from` to `to` into equal marks: the values seen in each, `gap` without observation, or `before`
 * the first one. Validity periods end at `now`, which lies within the last mark.
 */
export function marksOf<T>(
  runs: readonly Run<T>[],
  from: number,
  to: number,
  count: number,
  now = to,
): readonly Mark<T>[] {
  const step = (to - from) / count;
  const first = runs[0]?.from ?? Number.POSITIVE_INFINITY;
  return Array.from({ length: count }, (_, index) => {
    const start = from + index * step;
    const end = Math.min(start + step, now);
    const seen = runs.filter((run) => run.from < end && Math.min(run.to, now) > start);
    if (seen.length > 0) {
      const time = seen.reduce((sum, run) => sum + Math.min(run.to, end) - Math.max(run.from, start), 0);
      return {
        kind: 'seen',
        values: [...new Set(seen.map((run) => run.value))],
        covered: time / (end - Math.max(start, first)),
      };
    }
    return { kind: end <= first ? 'before' : 'gap' };
  });
}
