/** Which word each subject is in after a look: new spans, and the end of those before them (history-api.md, part 3). */

import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { severityRank } from '#domain/severity/severity.ts';
import type { EndpointPast } from '../endpoint-past.ts';
import type { KeptWord } from '../reading.ts';
import { absentWord, type SpanRow, type SubjectKind } from '../rows.ts';
import type { Draft } from './draft.ts';
import { type Flaps, flapPause } from './flaps.ts';
import type { Listed } from './listed.ts';
import type { Omitted } from './omitted.ts';

/** The look that shows it. */
export interface ShownBy {
  readonly slug: string;
  readonly words: WordOverrides;
  readonly endpoint: number;
  readonly past: EndpointPast;
  readonly at: number;
  readonly complete: boolean;
  /** Subjects that a list which was cut short may have left out. */
  readonly omitted: Omitted;
  readonly flaps: Flaps;
  /** Whether so little more can be kept that words are told by the quarter of an hour. */
  readonly isShort: boolean;
}

function rankOf(draft: Draft, word: number, words: WordOverrides): number {
  if (word === absentWord) return severityRank.vanished;
  const row = draft.present.word(word);
  return severityRank[classify(row?.form === 'json' ? null : (row?.text ?? null), words).severity];
}

/** Opens a span in another word where that is news. @param listedAt - when the last answer that listed it was asked for. */
function say(draft: Draft, subject: number, word: number, listedAt: number | null, by: ShownBy): void {
  const { at, past, endpoint, flaps, isShort, words } = by;
  const open = draft.present.open(subject);
  // That somebody was absent the last whole answer said.
  const last = open?.word === absentWord ? past.completeSentAt : listedAt;
  if (open?.word === word) return;
  if (!open) {
    const notBefore = past.completeSentAt;
    draft.add({ table: 'span', subject, from: at, notBefore, to: null, word, endpoint, folded: 0 });
    return;
  }
  const { isFolded: isFlapping, isChange } = flaps.saw(subject, word, at, draft.afterwards);
  const isFolded = isFlapping || isShort;
  const isOfQuarter = Math.floor(open.from / flapPause) === Math.floor(at / flapPause);
  if (isFolded && open.folded > 0 && isOfQuarter) {
    if (!isChange) return;
    // One span a quarter of an hour, in its worst word.
    const isWorse = rankOf(draft, word, words) > rankOf(draft, open.word, words);
    draft.add({ ...open, word: isWorse ? word : open.word, folded: open.folded + 1 });
    return;
  }
  const next: SpanRow = {
    table: 'span',
    subject,
    from: at,
    notBefore: last,
    to: null,
    word,
    endpoint,
    folded: isFolded ? 1 : 0,
  };
  draft.add({ ...open, to: at }, next);
}

/** @returns the subjects listed, in the order of the answer. */
export function planSpans(
  draft: Draft,
  kind: SubjectKind,
  listed: readonly Listed<KeptWord>[],
  by: ShownBy,
): readonly number[] {
  const { slug, complete, past, endpoint, omitted } = by;
  const ids = listed.map(({ key, occurrence }) => draft.subject(slug, kind, key, occurrence));
  const present = new Set(ids);
  const known = draft.present.subjectIds(slug, kind).map((id) => {
    const open = draft.present.open(id);
    return { id, isListed: present.has(id), since: open?.notBefore ?? null };
  });
  const listedAt = omitted.take(draft, endpoint, past, known, complete);
  for (const [index, { value }] of listed.entries()) {
    const id = ids[index];
    if (id !== undefined) say(draft, id, draft.word(slug, kind, value, by.words), listedAt(id), by);
  }
  if (complete)
    for (const { id, isListed } of known)
      if (!isListed && draft.present.open(id)) say(draft, id, absentWord, listedAt(id), by);
  return ids;
}
