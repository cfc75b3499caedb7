/** Finds the start time of a state on screen. */

import type { ChangeEntry, SpanEntry, SubjectKind } from '#contract/history.ts';

/**
 * Time window in which a state began, in epoch milliseconds: after `notBefore`, and at `from` at the latest.
 */
export interface Bracket {
  readonly from: number;
  /**
   * When the last poll that showed another state was sent, in epoch milliseconds; `null` if none is known.
   */
  readonly notBefore: number | null;
}

/** Start time of a state, from the history or from the page's own observations. */
export interface Since {
  /** When the state began, in epoch milliseconds. */
  readonly from: number;
  /** Whether the start was not observed: the state has lasted at least since `from`. */
  readonly before: boolean;
  /** Whether the state was present at the first poll of this page. */
  readonly isFirst?: boolean;
  /**
   * When the last poll with another state was sent, in epoch milliseconds, from the history. `null` if
   * unknown; absent if no host records the history.
   */
  readonly notBefore?: number | null;
}

/** Returns the start of a subject's open span if its status word is the one on screen; `null` otherwise. */
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

/**
 * Returns the start of a subject's contradiction if the newest entry about contradictions reports one; `null`
 * otherwise.
 * @param entries - newest first
 */
export function openContradiction(entries: readonly ChangeEntry[]): Bracket | null {
  const newest = entries.find(({ type }) => type === 'contradiction' || type === 'contradiction-ended');
  if (newest?.type !== 'contradiction') return null;
  return {
    from: Date.parse(newest.at),
    notBefore: newest.notBefore === null ? null : Date.parse(newest.notBefore),
  };
}
