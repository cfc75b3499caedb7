/** Reads the status word that a subject had at a past time. */

import type { ResponseContext } from '../responses/context.ts';
import { absentWord, type StoredKind, type WordRow } from '../rows.ts';
import type { TrackedSpan } from '../spans/track.ts';

/** A value of a response as JSON text. `isKnown`: whether the service sent exactly this value. */
export interface PastJson {
  readonly json: string;
  readonly isKnown: boolean;
}

const unknown: PastJson = { json: 'null', isKnown: false };

/** The escape of an unpaired surrogate in a stored status word (recorder/stored-word.ts). */
const escaped = /\\ud[89a-f][\da-f]{2}/;

function jsonOf({ form, text }: WordRow): PastJson {
  if (form !== 'json') return { json: JSON.stringify(text), isKnown: form === 'whole' && !escaped.test(text) };
  try {
    JSON.parse(text);
    return { json: text, isKnown: true };
  } catch {
    // A long value is cut.
    return unknown;
  }
}

/** Identifies a subject of a deployment. */
export interface SubjectName {
  readonly slug: string;
  readonly kind: StoredKind;
  readonly key: string;
  readonly occurrence: number;
}

/** Finds the span of a subject at a time; `null` if the subject had none yet. */
export function spanAt(
  { known, spans }: ResponseContext,
  { slug, kind, key, occurrence }: SubjectName,
  time: number,
): TrackedSpan | null {
  const subject = known.subjectOf(slug, kind, key, occurrence);
  const track = subject && spans.of(subject.id);
  const index = track ? track.indexAt(time) : -1;
  return track && index !== -1 ? track.at(index) : null;
}

/** Whether a subject had a status word at a time, so that it was not absent. */
export function hasWordAt(context: ResponseContext, subject: SubjectName, time: number): boolean {
  return (spanAt(context, subject, time)?.word ?? absentWord) !== absentWord;
}

/** Returns the status word of a subject at a time. */
export function wordAt(context: ResponseContext, subject: SubjectName, time: number): PastJson {
  const span = spanAt(context, subject, time);
  const row = span && span.word !== absentWord ? context.known.word(span.word) : null;
  if (!span || !row) return unknown;
  const { json, isKnown } = jsonOf(row);
  // A rolled-up span has the worst word of a quarter hour.
  return { json, isKnown: isKnown && span.folded === 0 };
}
