import type { SpanEntry } from '#contract/history.ts';
import type { SinceOf } from '#domain/lists/lookups.ts';

/**
 * Returns the starts of open spans by key. Keys that several rows have are left out, because their spans
 * cannot be assigned to the rows.
 */
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
