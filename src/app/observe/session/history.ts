/** The session's history of one region or node, from its list's coverage and its changes. */

import { type Change, isOfState, type SubjectKind } from '#domain/memory/changes.ts';
import type { Run } from '#domain/memory/observation.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { lastSightOf, type SessionRecord } from './record.ts';

interface Span {
  /** `undefined` while it was not listed. */
  readonly word: string | null | undefined;
  readonly from: number;
  readonly to: number;
}

/** Status words over time, from the changes of one subject (newest first). */
function spansOf(own: readonly Change[], known: number, word: string | null | undefined): readonly Span[] {
  const spans: Span[] = [];
  let [after, to] = [word, Number.POSITIVE_INFINITY];
  for (const { at, kind, from } of own) {
    spans.push({ word: after, from: at, to });
    [after, to] = [kind === 'appeared' ? undefined : from, at];
  }
  return [...spans, { word: after, from: known, to }].toReversed();
}

/** Times at which the complete list of a kind was confirmed. */
export function sightOf(
  { vouched }: Pick<SessionRecord, 'vouched'>,
  subject: SubjectKind,
): readonly Run<boolean>[] {
  return (vouched.get(subject) ?? []).filter((run) => run.value);
}

/**
 * The severity of one subject over time. Only complete lists count, because a truncated one may omit the
 * subject. Time before the oldest stored change is unknown.
 */
export function historyOf(
  session: Pick<SessionRecord, 'sights' | 'changes' | 'forgotten' | 'vouched'>,
  subject: SubjectKind,
  id: string,
  words: WordOverrides,
): readonly Run<Severity>[] {
  const last = lastSightOf(session, subject)?.sights.get(id);
  const known = session.forgotten.get(subject) ?? 0;
  const own = session.changes.filter(
    (change) => change.subject === subject && change.id === id && isOfState(change),
  );
  const whole = sightOf(session, subject);
  return spansOf(own, known, last?.word).flatMap(({ word, from, to }) =>
    word === undefined
      ? []
      : whole
          .filter((run) => run.from < to && run.to > from)
          .map((run) => ({
            value: classify(word, words).severity,
            from: Math.max(run.from, from),
            to: Math.min(run.to, to),
          })),
  );
}
