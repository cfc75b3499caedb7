/** Plans the spans of all subjects of a kind after a poll (docs/understand/history-api.md, part 3). */

import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { severityRank } from '#domain/severity/severity.ts';
import type { EndpointPast } from '../memory/endpoint-past.ts';
import type { StoredWord } from '../reading.ts';
import { absentWord, type SpanRow, type SubjectKind } from '../rows.ts';
import type { Draft } from './draft.ts';
import { type Flaps, flapPause } from './flaps.ts';
import type { Listed } from './listed.ts';
import { planLeftOut } from './plan-left-out.ts';

export interface ChangedBy {
  readonly endpoint: number;
  readonly at: number;
  readonly flaps: Flaps;
  /** Whether the allowance is nearly used up. Then only one span per quarter hour is stored. */
  readonly isShort: boolean;
  /**
   * Returns the rank of a status word, by its id. Of the words in one rolled-up quarter hour, the highest
   * rank is stored.
   */
  readonly rankOf: (word: number) => number;
}

export interface ShownBy extends Omit<ChangedBy, 'rankOf'> {
  readonly slug: string;
  readonly words: WordOverrides;
  readonly past: EndpointPast;
  readonly complete: boolean;
  /**
   * Whether the response before was truncated and an earlier run recorded it, so that it may have left out
   * more than is known.
   */
  readonly isUnsure: boolean;
}

function rankOf(draft: Draft, word: number, words: WordOverrides): number {
  if (word === absentWord) return severityRank.vanished;
  const row = draft.present.word(word);
  return severityRank[classify(row?.form === 'json' ? null : (row?.text ?? null), words).severity];
}

/**
 * Opens a span if the status word of a subject changed.
 * @param listedAt - when the last response that listed the subject was sent, in epoch milliseconds; `null` if
 * unknown.
 */
function openSpan(draft: Draft, subject: number, word: number, listedAt: number | null, by: ShownBy): void {
  const { at, past, endpoint, words } = by;
  const open = draft.present.open(subject);
  // The last complete response showed that the subject was absent.
  const last = open?.word === absentWord ? past.completeSentAt : listedAt;
  if (open?.word === word) return;
  if (!open) {
    const notBefore = past.completeSentAt;
    draft.add({ table: 'span', subject, from: at, notBefore, to: null, word, endpoint, folded: 0 });
    return;
  }
  changeSpan(draft, open, word, last, { ...by, rankOf: (each) => rankOf(draft, each, words) });
}

/**
 * Ends the open span of a subject and opens one with another word. If the subject changed too often in this
 * hour, it gets one span per quarter hour, with its worst word.
 */
export function changeSpan(
  draft: Draft,
  open: SpanRow,
  word: number,
  notBefore: number | null,
  by: ChangedBy,
): void {
  const { subject } = open;
  const { at, endpoint, flaps, isShort } = by;
  const { isFolded: isFlapping, isChange } = flaps.saw(subject, word, at, draft.afterwards);
  const isFolded = isFlapping || isShort;
  const isOfQuarter = Math.floor(open.from / flapPause) === Math.floor(at / flapPause);
  if (isFolded && open.folded > 0 && isOfQuarter) {
    if (!isChange) return;
    const isWorse = by.rankOf(word) > by.rankOf(open.word);
    draft.add({ ...open, word: isWorse ? word : open.word, folded: open.folded + 1 });
    return;
  }
  const next: SpanRow = {
    table: 'span',
    subject,
    from: at,
    notBefore,
    to: null,
    word,
    endpoint,
    folded: isFolded ? 1 : 0,
  };
  draft.add({ ...open, to: at }, next);
}

/**
 * Plans the spans of all subjects of a kind. @returns the ids of the listed subjects, in the order of the
 * response.
 */
export function planSpans(
  draft: Draft,
  kind: SubjectKind,
  listed: readonly Listed<StoredWord>[],
  by: ShownBy,
): readonly number[] {
  const { slug, complete } = by;
  const words = new Map(
    listed.map(({ key, occurrence, value }) => [
      draft.subject(slug, kind, key, occurrence),
      draft.word(slug, kind, value, by.words),
    ]),
  );
  const known = draft.present
    .subjectIds(slug, kind)
    .map((id) => ({ id, word: words.get(id) ?? null, open: draft.present.open(id) }));
  const listedAt = planLeftOut(draft, kind, known, by);
  for (const [id, word] of words) openSpan(draft, id, word, listedAt(id), by);
  if (complete)
    for (const { id, word, open } of known)
      if (word === null && open) openSpan(draft, id, absentWord, listedAt(id), by);
  return [...words.keys()];
}
