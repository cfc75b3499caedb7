/**
 * Computes the status words of subjects over time from answered polls (docs/understand/history-api.md, part 3). Words are
 * stored as sent and classed when read, so a word that is mapped later changes the past. Times: epoch milliseconds.
 */

export interface Listed {
  /** Send time of the request, less the age of the response: the earliest time that it describes. */
  readonly sentAt: number;
  readonly at: number;
  /** Word as sent by subject; `null` if no text was sent. */
  readonly words: ReadonlyMap<string, string | null>;
  /** Whether subjects that are missing in it are absent. */
  readonly complete: boolean;
}

export type SentWord = { readonly kind: 'word'; readonly word: string | null } | { readonly kind: 'absent' };

export interface Span {
  readonly subject: string;
  readonly sent: SentWord;
  /** Receipt of the first response with it. */
  readonly from: number;
  /** When the last poll with another word was sent; `null` if unknown. Until `from` the other word counts. */
  readonly notBefore: number | null;
  /** `null` while it is open. A gap or a restart does not end it. */
  readonly to: number | null;
}

export interface Spans {
  readonly closed: readonly Span[];
  readonly open: ReadonlyMap<string, Span>;
  /** Send time of the last poll with the subject. */
  readonly lastSentAt: ReadonlyMap<string, number>;
  readonly lastCompleteSentAt: number | null;
}

export const noSpans: Spans = {
  closed: [],
  open: new Map(),
  lastSentAt: new Map(),
  lastCompleteSentAt: null,
};

const absent: SentWord = { kind: 'absent' };

function isSame(a: SentWord, b: SentWord): boolean {
  if (a.kind === 'absent' || b.kind === 'absent') return a.kind === b.kind;
  return a.word === b.word;
}

/** The spans after an answered poll. The first poll of an endpoint is the baseline: nothing is known before it. */
export function spansAfter(spans: Spans, { sentAt, at, words, complete }: Listed): Spans {
  const open = new Map(spans.open);
  const lastSentAt = new Map(spans.lastSentAt);
  const closed: Span[] = [];
  const add = (subject: string, sent: SentWord) => {
    const before = open.get(subject);
    const seenAt = lastSentAt.get(subject) ?? null;
    lastSentAt.set(subject, sentAt);
    if (before && isSame(before.sent, sent)) return;
    if (before) closed.push({ ...before, to: at });
    // A subject that appears later was absent when the last complete poll without it was sent.
    const notBefore = before ? seenAt : spans.lastCompleteSentAt;
    open.set(subject, { subject, sent, from: at, notBefore, to: null });
  };
  for (const [subject, word] of words) add(subject, { kind: 'word', word });
  if (complete) for (const subject of spans.open.keys()) if (!words.has(subject)) add(subject, absent);
  return {
    closed: closed.length === 0 ? spans.closed : [...spans.closed, ...closed],
    open,
    lastSentAt,
    lastCompleteSentAt: complete ? sentAt : spans.lastCompleteSentAt,
  };
}

export function spansWithin({ closed, open }: Spans, from: number, to: number): readonly Span[] {
  return [...closed, ...open.values()]
    .filter((span) => span.from < to && (span.to === null || span.to > from))
    .toSorted((a, b) => (a.subject === b.subject ? a.from - b.from : a.subject < b.subject ? -1 : 1));
}
