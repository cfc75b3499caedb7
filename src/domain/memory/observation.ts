/** What was seen of a subject over time, as runs; time in which nobody looked stays a gap. */

export interface Run<T> {
  readonly value: T;
  readonly from: number;
  /** Until when it is vouched for: the last sight and its lifetime. */
  readonly to: number;
}

/** Time that strips show, milliseconds; older runs are dropped. */
export const keptMilliseconds = 900_000;

/** Without what ended before the time that is kept, but for the newest of each value: it tells a gap from a first sight. */
function kept<T>(runs: readonly Run<T>[], at: number): readonly Run<T>[] {
  const first = runs.findIndex((run) => run.to > at - keptMilliseconds);
  const earlier = runs.slice(0, Math.max(first, 0));
  const newest = new Map(earlier.map((run) => [run.value, run]));
  return newest.size === earlier.length
    ? runs
    : [...earlier.filter((run) => newest.get(run.value) === run), ...runs.slice(first)];
}

/**
 * Adds a sight to the runs of a subject. A sight within the vouched time of an equal one extends it; one after it
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
  if (!last || at > last.to) return kept([...runs, next], at);
  const earlier = runs.slice(0, -1);
  if (last.value === value) return kept([...earlier, { ...last, to: Math.max(last.to, vouchedUntil) }], at);
  return kept([...earlier, { ...last, to: at }, next], at);
}

/** Ends what is vouched for at a moment, where it reaches beyond. */
export function endRuns<T>(runs: readonly Run<T>[], at: number): readonly Run<T>[] {
  const last = runs.at(-1);
  if (!last || last.to <= at) return runs;
  return [...runs.slice(0, -1), { ...last, to: Math.max(last.from, at) }];
}

export type Mark<T> =
  /** `covered`: the share of the mark's time, from the first sight on, in which somebody looked. */
  | { readonly kind: 'seen'; readonly values: readonly T[]; readonly covered: number }
  | { readonly kind: 'gap' | 'before' };

/**
 * Cuts the time from `from` to `to` into equal marks: what was seen in each, a gap where nothing was, `before` the first
 * sight. `now`, within the last of them, ends what is vouched for into the future.
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
