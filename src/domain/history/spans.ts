/**
 * Which word a subject had, and since when, from answered looks (docs/understand/history-api.md, part 3). Words are kept as they were sent:
 * what they mean is asked when they are read, so that a word that is taught later recolours the past. Times are epoch
 * milliseconds. Pure.
 */

/** What one answered look listed. */
export interface Listed {
  /** When its request was sent, less the age of the answer: the moment that it speaks of at the earliest. */
  readonly sentAt: number;
  /** When the answer was whole. */
  readonly at: number;
  /** Subject → its word as sent; `null` where no text was sent. */
  readonly words: ReadonlyMap<string, string | null>;
  /** Whether what it does not list is not there. */
  readonly complete: boolean;
}

/** What a subject was said to be. */
export type Said = { readonly kind: 'word'; readonly word: string | null } | { readonly kind: 'absent' };

export interface Span {
  readonly subject: string;
  readonly said: Said;
  /** When the answer that first said so was whole. */
  readonly from: number;
  /** When the last look that said otherwise was sent; `null` where none is known. Until `from` that word counts. */
  readonly notBefore: number | null;
  /** `null` while it goes on; over a gap and a restart it does. */
  readonly to: number | null;
}

export interface Spans {
  readonly closed: readonly Span[];
  /** By subject, in the order of their first appearance. */
  readonly open: ReadonlyMap<string, Span>;
  /** The look before: when it was sent, and when the last complete one was. */
  readonly lastSentAt: ReadonlyMap<string, number>;
  readonly lastCompleteSentAt: number | null;
}

export const noSpans: Spans = {
  closed: [],
  open: new Map(),
  lastSentAt: new Map(),
  lastCompleteSentAt: null,
};

const absent: Said = { kind: 'absent' };

function isSame(a: Said, b: Said): boolean {
  if (a.kind === 'absent' || b.kind === 'absent') return a.kind === b.kind;
  return a.word === b.word;
}

/** The spans after one more answered look. The first look of an endpoint is the baseline: nothing is known before it. */
export function spansAfter(spans: Spans, { sentAt, at, words, complete }: Listed): Spans {
  const open = new Map(spans.open);
  const lastSentAt = new Map(spans.lastSentAt);
  const closed: Span[] = [];
  const say = (subject: string, said: Said) => {
    const before = open.get(subject);
    const seenAt = lastSentAt.get(subject) ?? null;
    lastSentAt.set(subject, sentAt);
    if (before && isSame(before.said, said)) return;
    if (before) closed.push({ ...before, to: at });
    // Who appears later was not there when the last complete answer without it was asked for.
    const notBefore = before ? seenAt : spans.lastCompleteSentAt;
    open.set(subject, { subject, said, from: at, notBefore, to: null });
  };
  for (const [subject, word] of words) say(subject, { kind: 'word', word });
  if (complete) for (const subject of spans.open.keys()) if (!words.has(subject)) say(subject, absent);
  return {
    closed: closed.length === 0 ? spans.closed : [...spans.closed, ...closed],
    open,
    lastSentAt,
    lastCompleteSentAt: complete ? sentAt : spans.lastCompleteSentAt,
  };
}

/** All spans that overlap a half-open window, in the order of subject and time. */
export function spansWithin({ closed, open }: Spans, from: number, to: number): readonly Span[] {
  return [...closed, ...open.values()]
    .filter((span) => span.from < to && (span.to === null || span.to > from))
    .toSorted((a, b) => (a.subject === b.subject ? a.from - b.from : a.subject < b.subject ? -1 : 1));
}
