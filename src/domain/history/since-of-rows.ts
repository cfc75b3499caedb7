/** Since when the rows of a list are in their states, from the spans that go on. Pure. */

import type { SpanEntry } from '#contract/history.ts';
import type { SinceOf } from '../lists/lookups.ts';

/** By key; those that several rows share are left out, for nobody knows which row is whose. */
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
