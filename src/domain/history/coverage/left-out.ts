/** Times in which truncated responses did not list a subject, in spans as the host states them. */

import type { SpanEntry, SpanSeverity } from '#contract/history.ts';
import type { Window } from '../spans/shares.ts';

export interface SpanPart extends Window {
  /** `null` if no response listed the subject. */
  readonly severity: SpanSeverity | null;
}

/** Left-out times of a span, within it and in order, epoch milliseconds. */
export function leftOutOf({ from, to, leftOut = [] }: SpanEntry): readonly Window[] {
  const [begin, end] = [Date.parse(from), to === null ? Number.POSITIVE_INFINITY : Date.parse(to)];
  return leftOut
    .map((time) => ({ from: Math.max(begin, Date.parse(time.from)), to: Math.min(end, Date.parse(time.to)) }))
    .filter((time) => time.from < time.to)
    .toSorted((a, b) => a.from - b.from);
}

/** The parts of a span, in order. The last part of an open span has no end. */
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
