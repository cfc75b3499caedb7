/** Finds what a mark of a strip shows: the span of its worst state, or of the parts that were not good. */

import type { SpanEntry, SubjectKind } from '#contract/history.ts';
import { isGood, type Severity, severityRank } from '#domain/severity/severity.ts';
import type { Window } from '../spans/shares.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds of the changes that are requested at most. The host answers at most 401 days. */
const longest = 400 * day;

/** A mark of a strip, with the subject of the strip. */
export interface MarkOfStrip extends Window {
  readonly kind: SubjectKind;
  readonly key: string;
  readonly occurrence: number;
  /** Worst recorded severity in the mark; `unvouched` if nothing was observed. */
  readonly severity: Severity;
}

export interface SpansOfMark {
  /** Spans to state, in order of time. */
  readonly spans: readonly SpanEntry[];
  /** The span that explains the mark best. */
  readonly worst: SpanEntry;
  /** Start of that span, epoch milliseconds. */
  readonly from: number;
  /** End of that span; `null` if no later state is recorded. */
  readonly to: number | null;
}

function startOf({ from }: SpanEntry): number {
  return Date.parse(from);
}

/**
 * The span that explains the mark is one of the mark's own rank, because a gap may carry on a worse state that the mark
 * does not count. Without one, it is the worst. Of several, the first counts.
 */
function explained(unordered: readonly SpanEntry[], { severity }: MarkOfStrip): SpansOfMark | null {
  const spans = unordered.toSorted((a, b) => startOf(a) - startOf(b));
  const same = spans.find((span) => severityRank[span.severity] === severityRank[severity]);
  const worst = same ?? spans.toSorted((a, b) => severityRank[b.severity] - severityRank[a.severity])[0];
  if (!worst) return null;
  return { spans, worst, from: startOf(worst), to: worst.to === null ? null : Date.parse(worst.to) };
}

/** Returns the span of one subject that explains the mark. `null` if nothing of the subject is recorded. */
export function worstOfMark(spans: readonly SpanEntry[], mark: MarkOfStrip): SpansOfMark | null {
  const own = spans.filter(
    ({ kind, key, occurrence }) => kind === mark.kind && key === mark.key && occurrence === mark.occurrence,
  );
  const found = explained(own, mark);
  return found && { ...found, spans: [found.worst] };
}

/** Whether the verdict counts a span. A name that is no longer listed counts for a day, and no region does. */
function isCounted({ kind, severity, from }: SpanEntry, mark: MarkOfStrip): boolean {
  return severity !== 'vanished' || (kind !== 'region' && mark.from - Date.parse(from) <= day);
}

/**
 * Returns the spans in the mark of a deployment that were as bad as problems are, or as the mark. A deployment's strip
 * is its verdict, which its parts explain. Without such spans, returns the deployment's own one.
 */
export function partsOfMark(spans: readonly SpanEntry[], mark: MarkOfStrip): SpansOfMark | null {
  const least = Math.min(severityRank[mark.severity], severityRank.unknown);
  const parts = isGood(mark.severity)
    ? []
    : spans.filter((span) => severityRank[span.severity] >= least && isCounted(span, mark));
  return explained(parts, mark) ?? worstOfMark(spans, mark);
}

/** Whether a mark is good only by assumption: not everything was known. */
export function isOnlyAssumed({ severity }: { readonly severity: Severity }): boolean {
  return severity === 'assumed';
}

/** Whether the spans are as bad as the mark. The spans of nodes are not read, and may be what is missing. */
export function isExplained({ worst }: Pick<SpansOfMark, 'worst'>, mark: MarkOfStrip): boolean {
  return mark.severity === 'unvouched' || severityRank[worst.severity] >= severityRank[mark.severity];
}

/** Returns the moment at which the page shows the state of a mark: in the mark, and not before the state began. */
export function momentOfMark({ from }: Pick<SpansOfMark, 'from'>, mark: Window): number {
  return Math.max(from, mark.from);
}

/**
 * Returns the window of the changes in the time of a mark's state. A window of a state that goes on ends at a whole
 * minute, or with the past moment.
 * @param moment - past moment of the page; `null` in the present
 * @param openedAt - present time, epoch milliseconds
 */
export function windowOfState(
  { from, to }: Pick<SpansOfMark, 'from' | 'to'>,
  moment: number | null,
  openedAt: number,
): Window {
  // Windows are half-open, and the moment is mostly that of a change.
  const open = moment === null ? Math.ceil(openedAt / minute) * minute : moment + 1;
  const end = Math.max(to ?? open, from + 1);
  return { from: Math.max(from, end - longest), to: end };
}
