/** Since when what is on screen has been so, from what this page saw and from the record. Pure. */

import type { ChangeEntry, SpanEntry, SubjectKind } from '#contract/history.ts';

/** When a state began, epoch milliseconds. */
export interface Bracket {
  readonly from: number;
  /** When the last poll that showed otherwise was sent; `null` if none is known. */
  readonly notBefore: number | null;
}

/** What this page saw itself, or what was chosen. */
export interface Since {
  /** Epoch milliseconds. */
  readonly from: number;
  /** Nobody saw it begin: it has been so for at least this long. */
  readonly before: boolean;
  /** It was so at the first look of this page. */
  readonly isFirst?: boolean;
  /** Of the record: when it was last asked for otherwise; `null` where that is not known. */
  readonly notBefore?: number | null;
}

export interface RecordedSince extends Bracket {
  /** Newest look that the record answered with, epoch milliseconds. */
  readonly knownUntil: number;
}

/** Milliseconds from the record's newest look to the first of this page within which the two join: two looks and an answer. */
const joining = 30_000;

/**
 * The earlier of the two, as far as neither knows that it was otherwise since. The record only dates what is on screen
 * anyway: one that ends before this page began to look says nothing of it.
 *
 * @param recorded - of the same word or verdict as is on screen, and still open.
 */
export function chosenSince(seen: Since | null, recorded: RecordedSince | null): Since | null {
  if (!recorded) return seen;
  const { from, notBefore, knownUntil } = recorded;
  const told: Since = { from, notBefore, before: notBefore === null };
  if (!seen) return told;
  // What this page saw begin, the record must have seen as well; what it found, the record must have led up to.
  const reach = seen.before ? joining : 0;
  if (knownUntil + reach < seen.from) return seen;
  const sawOtherwise = notBefore !== null && notBefore >= seen.from;
  return from <= seen.from || sawOtherwise ? told : seen;
}

/** The span in which a subject still is, where its word is the one on screen; `null` otherwise. */
export function openSpan(
  spans: readonly SpanEntry[],
  subject: { readonly kind: SubjectKind; readonly key: string; readonly occurrence: number },
  word: string | null,
): Bracket | null {
  const { kind, key, occurrence } = subject;
  const span = spans.find(
    (each) => each.to === null && each.kind === kind && each.key === key && each.occurrence === occurrence,
  );
  // What is no text, or was cut, is another word than it looks like.
  if (!span || span.word !== word || span.cut || span.json) return null;
  return {
    from: Date.parse(span.from),
    notBefore: span.notBefore === null ? null : Date.parse(span.notBefore),
  };
}

/** Since when a subject has been contradicted, where the newest entry says that this began; `null` otherwise. */
export function openContradiction(entries: readonly ChangeEntry[]): Bracket | null {
  const newest = entries.find(({ type }) => type === 'contradiction' || type === 'contradiction-ended');
  if (newest?.type !== 'contradiction') return null;
  return {
    from: Date.parse(newest.at),
    notBefore: newest.notBefore === null ? null : Date.parse(newest.notBefore),
  };
}
