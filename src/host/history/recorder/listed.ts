/** The rows of a response by identity. Equal keys are numbered in order (docs/understand/history-api.md, part 3). */

export interface Listed<T> {
  readonly key: string;
  readonly occurrence: number;
  readonly value: T;
}

/** @param keyOf - `null` for a row without a key, which is skipped. */
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
