/**
 * Plans spans that state which regions and nodes a truncated response leaves out. They belong to a second
 * subject with the same key (docs/understand/history.md). A complete response changes them only if the
 * subject vanished, so a list that is complete at every second poll writes no rows for them.
 */

import type { EndpointPast } from '../memory/endpoint-past.ts';
import { absentWord, leftOutKinds, leftOutWord, type SpanRow, type SubjectKind } from '../rows.ts';
import type { Draft } from './draft.ts';
import { type Flaps, flapPause } from './flaps.ts';

export interface KnownSubject {
  readonly id: number;
  /** Id of its status word in this response; `null` if the response does not list it. */
  readonly word: number | null;
  readonly open: SpanRow | null;
}

export interface LeftOutBy {
  readonly slug: string;
  readonly endpoint: number;
  readonly at: number;
  readonly past: EndpointPast;
  readonly complete: boolean;
  readonly flaps: Flaps;
  readonly isShort: boolean;
  /**
   * Whether the response before was truncated and an earlier run recorded it, so that it may have left out
   * more than is known.
   */
  readonly isUnsure: boolean;
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/**
 * Whether a subject that is listed again with its old word counts as left out for longer. It does if it comes
 * and goes too often, or if the allowance is nearly used up. Too much time is then unobserved, never too
 * little.
 */
function isStillShown(draft: Draft, open: SpanRow, { at, flaps, isShort }: LeftOutBy): boolean {
  const { isFolded } = flaps.saw(open.subject, absentWord, at, draft.afterwards);
  const isOfQuarter = Math.floor(open.from / flapPause) === Math.floor(at / flapPause);
  return isShort || (isFolded && isOfQuarter);
}

/**
 * Plans the left-out spans of all known subjects of a kind.
 * @returns a function: when the latest response before this one that listed a subject was sent, in epoch
 * milliseconds; `null` if unknown.
 */
export function planLeftOut(
  draft: Draft,
  kind: SubjectKind,
  known: readonly KnownSubject[],
  by: LeftOutBy,
): (id: number) => number | null {
  const { slug, endpoint, at, past, complete, isUnsure } = by;
  const { present } = draft;
  const answered = past.lastAnswered?.sentAt ?? null;
  const stored = leftOutKinds[kind];
  if (!stored) return () => answered;
  const listedAt = new Map<number, number | null>();
  // A file of an older version has no left-out spans.
  const isOlder = isUnsure && present.subjectIds(slug, stored).length === 0;
  const put = (subject: number, word: number, notBefore: number | null, open: SpanRow | null) => {
    if (open) draft.add({ ...open, to: at });
    draft.add({ table: 'span', subject, from: at, notBefore, to: null, word, endpoint, folded: 0 });
  };
  for (const { id, word, open } of known) {
    const subject = present.subject(id);
    if (!subject) continue;
    const { key, occurrence } = subject;
    const beside = present.subjectOf(slug, stored, key, occurrence);
    const before = beside && present.open(beside.id);
    const isLeftOut = before !== null && before.word !== absentWord;
    const latest = isOlder
      ? later(past.completeSentAt, open?.notBefore ?? null)
      : isLeftOut
        ? later(past.completeSentAt, before.notBefore)
        : answered;
    if (latest !== answered) listedAt.set(id, latest);
    if (isLeftOut) {
      const isVanishing = complete && word === null;
      const isListed = !complete && word !== null;
      if (isVanishing || (isListed && (word !== open?.word || !isStillShown(draft, before, by))))
        put(before.subject, absentWord, before.notBefore, before);
    } else if (!complete && word === null && open && open.word !== absentWord) {
      const leftOut = draft.word(slug, stored, leftOutWord, {});
      const own = draft.subject(slug, stored, key, occurrence);
      by.flaps.saw(own, leftOut, at, draft.afterwards);
      put(own, leftOut, latest, before);
    }
  }
  return (id) => (listedAt.has(id) ? (listedAt.get(id) ?? null) : answered);
}
