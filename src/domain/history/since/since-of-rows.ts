import type { SpanEntry } from '#contract/history.ts';
import type { SinceOf } from '#domain/lists/lookups.ts';

/** By key. Keys of several rows are left out, because the spans cannot be assigned. */
export function sinceBySpan(spans: readonly SpanEntry[]): ReadonlyMap<string, SinceOf> {
  const repeated = new Set(spans.flatMap(({ key, occurrence }) => (occurrence > 1 ? [key] : [])));
  return new Map(
    spans.flatMap(({ key, word, from, notBefore, to }) =>
      to !== null || repeated.has(key)
        ? []
        : [
            [
              key,
              {
                word,
                from: Date.parse(from),
                notBefore: notBefore === null ? null : Date.parse(notBefore),
              },
            ] as const,
          ],
    ),
  );
}
