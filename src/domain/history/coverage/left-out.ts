/** Splits spans of the history by the times in which truncated responses did not list the subject. */

import type { SpanEntry, SpanSeverity } from '#contract/history.ts';
import type { Window } from '../spans/shares.ts';

export interface SpanPart extends Window {
  /** Severity in this part; `null` if the subject was left out of truncated responses. */
  readonly severity: SpanSeverity | null;
}

/**
 * Returns the times at which truncated responses left out the span's subject: within the span, in order, in
 * epoch milliseconds.
 */
export function leftOutOf({ from, to, leftOut = [] }: SpanEntry): readonly Window[] {
  const [begin, end] = [Date.parse(from), to === null ? Number.POSITIVE_INFINITY : Date.parse(to)];
  return leftOut
    .map((time) => ({ from: Math.max(begin, Date.parse(time.from)), to: Math.min(end, Date.parse(time.to)) }))
    .filter((time) => time.from < time.to)
    .toSorted((a, b) => a.from - b.from);
}

/**
 * Splits a span into observed and left-out parts, in order. The last part of an open span ends at `Infinity`.
 */
export function partsOfSpan(span: SpanEntry): readonly SpanPart[] {
  const { severity } = span;
  const parts: SpanPart[] = [];
  let at = Date.parse(span.from);
  for (const { from, to } of leftOutOf(span)) {
    if (from > at) parts.push({ from: at, to: from, severity });
    if (to > at) parts.push({ from: Math.max(at, from), to, severity: null });
    at = Math.max(at, to);
  }
  const end = span.to === null ? Number.POSITIVE_INFINITY : Date.parse(span.to);
  return at < end ? [...parts, { from: at, to: end, severity }] : parts;
}
