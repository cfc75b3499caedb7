/** Finds what a mark of a strip shows: the span of its worst state, or of the parts that were not good. */

import type { SpanEntry, SubjectKind } from '#contract/history.ts';
import { isGood, severityRank } from '#domain/severity/severity.ts';
import type { Window } from '../spans/shares.ts';

/** A mark of a strip, with the subject of the strip. */
export interface MarkOfStrip extends Window {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
}

export interface SpansOfMark {
  /** Spans to state, in order of time. */
  readonly spans: readonly SpanEntry[];
  /** Start of the first of them, epoch milliseconds. */
  readonly from: number;
  /** End of the last of them; `null` if one goes on. */
  readonly to: number | null;
}

function startOf({ from }: SpanEntry): number {
  return Date.parse(from);
}

function around(spans: readonly SpanEntry[]): SpansOfMark | null {
  if (spans.length === 0) return null;
  const ends = spans.map(({ to }) => (to === null ? Number.POSITIVE_INFINITY : Date.parse(to)));
  const end = Math.max(...ends);
  return {
    spans: spans.toSorted((a, b) => startOf(a) - startOf(b)),
    from: Math.min(...spans.map(startOf)),
    to: Number.isFinite(end) ? end : null,
  };
}

/** Returns the worst span of one subject in the mark; of several, the first. `null` without any. */
export function worstOfMark(spans: readonly SpanEntry[], mark: MarkOfStrip): SpansOfMark | null {
  const own = spans
    .filter(
      ({ kind, key, occurrence }) => kind === mark.kind && key === mark.key && occurrence === mark.occurrence,
    )
    .toSorted((a, b) => startOf(a) - startOf(b));
  const [worst] = own.toSorted((a, b) => severityRank[b.severity] - severityRank[a.severity]);
  return around(worst ? [worst] : []);
}

/**
 * Returns the spans in the mark of a deployment that are not good. A deployment's strip is its verdict, which the words
 * of its parts explain. Without such spans, returns its own worst one.
 */
export function partsOfMark(spans: readonly SpanEntry[], mark: MarkOfStrip): SpansOfMark | null {
  return around(spans.filter(({ severity }) => !isGood(severity))) ?? worstOfMark(spans, mark);
}

/** Returns the moment at which the page shows the state of a mark: in the mark, and not before the state began. */
export function momentOfMark({ from }: Pick<SpansOfMark, 'from'>, mark: Window): number {
  return Math.max(from, mark.from);
}
