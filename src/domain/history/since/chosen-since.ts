/** Start time of a state on screen. */

import type { ChangeEntry, SpanEntry, SubjectKind } from '#contract/history.ts';

/** When a state began, epoch milliseconds. */
export interface Bracket {
  readonly from: number;
  /** When the last poll that showed otherwise was sent; `null` if none is known. */
  readonly notBefore: number | null;
}

/** Start time by the history record, or by the page's own observations. */
export interface Since {
  /** Epoch milliseconds. */
  readonly from: number;
  /** The start was not observed: the state is at least this old. */
  readonly before: boolean;
  /** The state was present at the first poll of this page. */
  readonly isFirst?: boolean;
  /** By the history record: when the last poll with another state was sent; `null` if unknown. */
  readonly notBefore?: number | null;
}

/** The open span of a subject if its word is the one on screen; `null` otherwise. */
export function openSpan(
  spans: readonly SpanEntry[],
  subject: { readonly kind: SubjectKind; readonly key: string; readonly occurrence: number },
  word: string | null,
): Bracket | null {
  const { kind, key, occurrence } = subject;
  const span = spans.find(
    (each) => each.to === null && each.kind === kind && each.key === key && each.occurrence === occurrence,
  );
  // A word that was cut or is JSON text is not the word on screen, even if both look equal.
  if (!span || span.word !== word || span.cut || span.json) return null;
  return {
    from: Date.parse(span.from),
    notBefore: span.notBefore === null ? null : Date.parse(span.notBefore),
  };
}

/** Start of the subject's contradiction if the newest entry reports one; `null` otherwise. */
export function openContradiction(entries: readonly ChangeEntry[]): Bracket | null {
  const newest = entries.find(({ type }) => type === 'contradiction' || type === 'contradiction-ended');
  if (newest?.type !== 'contradiction') return null;
  return {
    from: Date.parse(newest.at),
    notBefore: newest.notBefore === null ? null : Date.parse(newest.notBefore),
  };
}
