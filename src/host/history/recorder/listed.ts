/**
 * Identifies the rows of a response by key and occurrence: equal keys are numbered in order
 * (docs/understand/history-api.md, part 3).
 */

export interface Listed<T> {
  readonly key: string;
  readonly occurrence: number;
  readonly value: T;
}

/**
 * Numbers the values that have equal keys, from 1.
 * @param keyOf - returns `null` for a value without a key, which is skipped.
 */
export function listedBy<T>(values: readonly T[], keyOf: (value: T) => string | null): readonly Listed<T>[] {
  const seen = new Map<string, number>();
  return values.flatMap((value) => {
    const key = keyOf(value);
    if (key === null) return [];
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return [{ key, occurrence, value }];
  });
}
