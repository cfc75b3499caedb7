/**
 * Converts the session log to the form of the host's history: severities over time, spans and coverage of one
 * subject.
 */

import { onHostClock } from '#app/ui/time/clock.ts';
import type { CoverageEntry, SpanEntry, SubjectKind } from '#contract/history.ts';
import type { PlaceableChange } from '#domain/history/changes/placed-changes.ts';
import type { Since } from '#domain/history/since/chosen-since.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { StateSince } from '#domain/history/timeline.ts';
import { type Change, isOfState, type SubjectKind as LoggedKind } from '#domain/memory/changes.ts';
import type { Run } from '#domain/memory/observation.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { lastListOf, type SessionLog } from './session-log.ts';

type Logged = Pick<SessionLog, 'lists' | 'changes' | 'forgotten' | 'confirmed' | 'overall'>;

interface WordSpan {
  /** Status word of the subject; `undefined` while it was not listed. */
  readonly word: string | null | undefined;
  readonly from: number;
  readonly to: number;
}

/**
 * Computes the status words of one subject over time from its changes, newest first.
 * @param known - start of the known time, epoch milliseconds.
 * @param word - the current status word.
 */
function wordsOver(
  own: readonly Change[],
  known: number,
  word: string | null | undefined,
): readonly WordSpan[] {
  const spans: WordSpan[] = [];
  let [after, to] = [word, Number.POSITIVE_INFINITY];
  for (const { at, kind, from } of own) {
    spans.push({ word: after, from: at, to });
    [after, to] = [kind === 'appeared' ? undefined : from, at];
  }
  return [...spans, { word: after, from: known, to }].toReversed();
}

function keyOf({ subject, id }: Pick<Change, 'subject' | 'id'>): string {
  return `${subject} ${id}`;
}

const ofSubjects = new WeakMap<readonly Change[], ReadonlyMap<string, readonly Change[]>>();

/**
 * Groups the changes of state by subject. Computed once per log, because a page has a strip for each
 * component.
 */
function changesBySubject(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const known = ofSubjects.get(changes);
  if (known) return known;
  const groups = new Map<string, Change[]>();
  for (const change of changes.filter(isOfState)) {
    const group = groups.get(keyOf(change));
    if (group) group.push(change);
    else groups.set(keyOf(change), [change]);
  }
  ofSubjects.set(changes, groups);
  return groups;
}

/** Returns the times at which the states of a kind's subjects were known, because the list was complete. */
function coverageOf(
  { overall, confirmed }: Logged,
  kind: SubjectKind,
): readonly Pick<Run<unknown>, 'from' | 'to'>[] {
  if (kind === 'deployment') return overall.filter(({ value }) => value !== 'unvouched');
  return (confirmed.get(kind) ?? []).filter(({ value }) => value);
}

/**
 * Returns the severity of one subject over time. Time before the oldest stored change is unknown and left
 * out.
 */
export function severitiesOver(
  log: Logged,
  kind: SubjectKind,
  id: string,
  words: WordOverrides,
): readonly Run<Severity>[] {
  if (kind === 'deployment') return log.overall.filter(({ value }) => value !== 'unvouched');
  const subject: LoggedKind = kind;
  const own = changesBySubject(log.changes).get(keyOf({ subject, id })) ?? [];
  const covered = coverageOf(log, kind);
  const word = lastListOf(log, subject)?.subjects.get(id)?.word;
  return wordsOver(own, log.forgotten.get(subject) ?? 0, word).flatMap(({ word: held, from, to }) =>
    held === undefined
      ? []
      : covered
          .filter((run) => run.from < to && run.to > from)
          .map((run) => ({
            value: classify(held, words).severity,
            from: Math.max(run.from, from),
            to: Math.min(run.to, to),
          })),
  );
}

export interface SubjectLog {
  readonly spans: readonly SpanEntry[];
  readonly coverage: readonly CoverageEntry[];
}

function text(time: number): string {
  return new Date(time).toISOString();
}

/**
 * Returns spans and coverage of one subject in the form of the host's history, with times on the host's
 * clock.
 * @param now - end of the coverage, epoch milliseconds. The newest response may be valid for longer.
 */
export function subjectLog(
  log: Logged,
  { kind, key }: { readonly kind: SubjectKind; readonly key: string },
  words: WordOverrides,
  now: number,
): SubjectLog {
  // Any text will do here: the name of the endpoint only joins spans and coverage.
  const endpoint = kind;
  const stated = (time: number) => text(onHostClock(Math.min(time, now)));
  const spans = severitiesOver(log, kind, key, words).flatMap(({ value, from, to }): readonly SpanEntry[] =>
    value === 'unvouched'
      ? []
      : [
          {
            kind,
            key,
            occurrence: 1,
            endpoint,
            word: value,
            severity: value,
            notBefore: null,
            from: stated(from),
            to: to >= now ? null : stated(to),
          },
        ],
  );
  const seen = coverageOf(log, kind).filter(({ from }) => from < now);
  const interval = (from: string, to: string | null, outcome: 'seen' | 'blind'): CoverageEntry => ({
    endpoint,
    from,
    to,
    outcome,
    detail: null,
    looks: 0,
    longestSeconds: null,
    complete: true,
    // Hidden tabs, sleep and failed requests all cause gaps.
    cause: null,
  });
  const coverage = seen.flatMap(({ from, to }, index) => {
    const next = seen[index + 1]?.from;
    const covered = interval(stated(from), stated(to), 'seen');
    if (next !== undefined ? next <= to : to >= now) return [covered];
    return [covered, interval(stated(to), next === undefined ? null : stated(next), 'blind')];
  });
  return { spans, coverage };
}

/** Returns when the newest severity of these runs began; `null` without runs. */
export function sinceOf(runs: readonly Run<Severity>[]): Since | null {
  const last = runs.at(-1);
  if (!last) return null;
  const earlier = runs.at(-2);
  return {
    from: last.from,
    before: earlier === undefined || earlier.to < last.from,
    isFirst: earlier === undefined,
  };
}

/**
 * Returns the newest change of a subject's status word; `null` if there is none, or if the subject was listed
 * or removed after it.
 */
export function lastChangeOf(
  log: Pick<Logged, 'changes'>,
  subject: SubjectKind,
  id: string,
): StateSince | null {
  const change = log.changes.find((each) => each.subject === subject && each.id === id && isOfState(each));
  if (change?.kind !== 'state') return null;
  const { at, from: before, to: word, notBefore } = change;
  return { word, from: at, notBefore, before };
}

/** Converts the times of changes to the host's clock, as in the history record. */
export function datedByHost(changes: readonly Change[]): readonly Change[] {
  return onHostClock(0) === 0
    ? changes
    : changes.map((change) => ({
        ...change,
        at: onHostClock(change.at),
        notBefore: change.notBefore === null ? null : onHostClock(change.notBefore),
      }));
}

/** Returns the state changes of components within a window of the host's clock. */
export function componentEntries(changes: readonly Change[], { from, to }: Window): readonly PlaceableChange[] {
  return datedByHost(changes).flatMap((change) => {
    const { at, kind, subject, name, to: after } = change;
    if (subject !== 'component' || !isOfState(change) || at < from || at > to) return [];
    const type = kind === 'gone' ? 'vanished' : kind === 'appeared' ? 'appeared' : 'state';
    return [{ key: name, type, after, at: text(at) }];
  });
}
