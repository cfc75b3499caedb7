/**
 * Compares one kind of subject at two moments. A difference is certain only if both moments were observed, and only if
 * the list without a subject is complete.
 */

import { type Change, type ChangedSubject, changesBetween, type SeenSubject } from '#domain/memory/changes.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { type Severity, severityRank } from '#domain/severity/severity.ts';
import { compareTexts } from '#domain/text/compare-texts.ts';
import { formatExact } from '#domain/text/format.ts';

/** What is known of a list at a moment. `none`: not observed, so it is the last known before the moment. */
export type Known = 'complete' | 'partial' | 'none';

/** A subject at a moment. `title` is a name that may change while the identity stays. */
export interface SubjectThen extends SeenSubject {
  readonly title?: string | null;
  readonly scopes?: string | null;
}

/** Subjects of one kind at a moment. */
export interface SubjectsThen {
  readonly subjects: ReadonlyMap<string, SubjectThen>;
  readonly known: Known;
  /** Whether no subject is missing from the list. */
  readonly isWhole: boolean;
}

/** A subject that is not the same at two moments. */
export interface Difference {
  readonly subject: ChangedSubject;
  readonly id: string;
  /** The subject at each moment; `null` if the list of the moment does not have it. */
  readonly before: SubjectThen | null;
  readonly after: SubjectThen | null;
  /** One change if the subject appeared or vanished, else one for each value that differs. */
  readonly changes: readonly Change[];
  readonly isCertain: boolean;
}

/** Whether a list proves that it does not have a subject. */
function provesAbsence({ known, isWhole }: SubjectsThen): boolean {
  return isWhole && known !== 'none';
}

function isCertain({ kind }: Change, before: SubjectsThen, after: SubjectsThen): boolean {
  if (before.known === 'none' || after.known === 'none') return false;
  if (kind === 'appeared') return provesAbsence(before);
  if (kind === 'gone') return provesAbsence(after);
  // A state of a partial list may stand for several states of a quarter hour.
  return kind !== 'state' || (before.known === 'complete' && after.known === 'complete');
}

/** Whether a change only means that the record does not have the word of one moment. */
function isUnrecordedWord({ kind, from, to }: Change, before: SubjectsThen, after: SubjectsThen): boolean {
  if (kind !== 'state') return false;
  return (from === null && before.known !== 'complete') || (to === null && after.known !== 'complete');
}

// The caller shows the two moments, so the changes need no times.
const untimed = { notBefore: 0, at: 0 };

const texts = [
  ['renamed', 'title'],
  ['scopes', 'scopes'],
] as const;

/** Returns the changes of names and scopes, which only comparisons of two moments follow. */
function textChanges(subject: ChangedSubject, before: SubjectsThen, after: SubjectsThen): readonly Change[] {
  return [...after.subjects].flatMap(([id, { name, region = null, ...later }]) =>
    texts.flatMap(([kind, field]): readonly Change[] => {
      const [from, to] = [before.subjects.get(id)?.[field], later[field]];
      // A value that was not sent is not a change.
      if (from == null || to == null || from === to) return [];
      return [{ ...untimed, kind, subject, id, name, region, from, to }];
    }),
  );
}

/** Returns the subjects that differ between two moments, in no certain order. */
export function differencesBetween(
  subject: ChangedSubject,
  before: SubjectsThen,
  after: SubjectsThen,
): readonly Difference[] {
  const all = [
    ...changesBetween(subject, before.subjects, after.subjects, untimed, true),
    ...textChanges(subject, before, after),
  ];
  const ofSubject = new Map<string, Change[]>();
  for (const change of all)
    if (!isUnrecordedWord(change, before, after))
      ofSubject.set(change.id, [...(ofSubject.get(change.id) ?? []), change]);
  return [...ofSubject].map(([id, changes]) => ({
    subject,
    id,
    before: before.subjects.get(id) ?? null,
    after: after.subjects.get(id) ?? null,
    changes,
    isCertain: changes.every((change) => isCertain(change, before, after)),
  }));
}

/** Returns the severity of a difference: that of the later state, or `vanished`; `null` if no state differs. */
export function severityOfDifference({ changes }: Difference, words: WordOverrides): Severity | null {
  const change = changes.find(({ kind }) => kind === 'state' || kind === 'gone');
  if (!change) return null;
  return change.kind === 'gone' ? 'vanished' : classify(change.to, words).severity;
}

/** Sorts differences: certain ones first, then the worst, new subjects last, then by name. */
export function sortDifferences(
  differences: readonly Difference[],
  words: WordOverrides,
): readonly Difference[] {
  const rank = (difference: Difference) => {
    const severity = severityOfDifference(difference, words);
    if (severity !== null) return severityRank[severity];
    return difference.before === null ? -2 : -1;
  };
  const nameOf = ({ before, after }: Difference) => (after ?? before)?.name ?? '';
  return differences
    .map((difference) => ({ difference, rank: rank(difference), name: nameOf(difference) }))
    .toSorted(
      (a, b) =>
        Number(b.difference.isCertain) - Number(a.difference.isCertain) ||
        b.rank - a.rank ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.difference.id, b.difference.id),
    )
    .map(({ difference }) => difference);
}

const verbs = [
  ['state', 'changed state'],
  ['gone', 'vanished'],
  ['appeared', 'appeared'],
  ['moved', 'moved'],
  ['capacity', 'changed capacity'],
  ['renamed', 'renamed'],
  ['scopes', 'changed scopes'],
] as const satisfies readonly (readonly [Change['kind'], string])[];

/** Counts certain differences by what happened, such as "2 vanished"; empty if there are none. */
export function tallyOf(differences: readonly Difference[]): readonly string[] {
  const kinds = differences.filter((each) => each.isCertain).flatMap(({ changes }) => changes);
  return verbs.flatMap(([kind, verb]) => {
    const count = kinds.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : [`${formatExact(count)} ${verb}`];
  });
}
