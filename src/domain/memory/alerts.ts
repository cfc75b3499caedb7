/** Decides when to alert: if a state is worse for two polls, but at most once in 30 s. */

import { isProblem, type Severity, severityRank } from '../severity/severity.ts';

/** Minimum milliseconds between two alerts. */
export const leastPause = 30_000;

export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly severity: Severity;
  /** State as shown in the alert: "Major outage", "no longer listed". */
  readonly label: string;
}

export interface Reading {
  readonly slug: string;
  /** Time of the response or the failure, in epoch milliseconds. An equal time means the same poll. */
  readonly at: number;
  /** Whether all subjects are listed. In a partial poll, subjects that are not listed keep their state. */
  readonly isComplete: boolean;
  readonly subjects: readonly Subject[];
}

/** A subject with its levels of trouble. A level is a severity rank, or 0 for a state without a problem. */
interface Followed extends Pick<Subject, 'name' | 'label'> {
  readonly announced: number;
  /** Level that two successive polls have confirmed. */
  readonly settled: number;
  /** Level at the latest poll. */
  readonly latest: number;
}

interface Watched {
  readonly at: number;
  /** Whether a complete poll has taken place. Its states are the baseline and cause no alert. */
  readonly known: boolean;
  readonly subjects: ReadonlyMap<string, Followed>;
}

export interface AlertState {
  readonly watched: ReadonlyMap<string, Watched>;
  /** When the last alert was sent, in epoch milliseconds; `null` before the first alert. */
  readonly alertedAt: number | null;
}

export type AlertSubject = Pick<Subject, 'name' | 'label'>;

export interface Alert {
  readonly worse: readonly AlertSubject[];
  readonly recovered: readonly AlertSubject[];
}

export const noAlerts: AlertState = { watched: new Map(), alertedAt: null };

function levelOf(severity: Severity): number {
  return isProblem(severity) ? severityRank[severity] : 0;
}

function follow(known: Followed | undefined, subject: Subject, isNews: boolean): Followed {
  const { name, label } = subject;
  const level = levelOf(subject.severity);
  if (!known)
    return isNews
      ? { name, label, announced: 0, settled: 0, latest: level }
      : { name, label, announced: level, settled: level, latest: level };
  const isConfirmed =
    level !== known.settled && Math.sign(level - known.settled) === Math.sign(known.latest - known.settled);
  return { ...known, name, label, settled: isConfirmed ? level : known.settled, latest: level };
}

export function withReading(state: AlertState, reading: Reading): AlertState {
  const before = state.watched.get(reading.slug);
  if (before && reading.at <= before.at) return state;
  const isNews = before?.known ?? false;
  const subjects = new Map(reading.isComplete ? [] : before?.subjects);
  for (const subject of reading.subjects)
    subjects.set(subject.id, follow(before?.subjects.get(subject.id), subject, isNews));
  const watched = new Map(state.watched).set(reading.slug, {
    at: reading.at,
    known: isNews || reading.isComplete,
    subjects,
  });
  return { ...state, watched };
}

function isWorse({ settled, announced, latest }: Followed): boolean {
  return settled > announced && latest > announced;
}

function isRecovered({ settled, announced, latest }: Followed): boolean {
  return announced > 0 && settled === 0 && latest === 0;
}

/**
 * Updates the announced level of a subject: reported changes and improvements count as announced. A change
 * that is not in the alert is reported later.
 */
function announced(one: Followed): Followed {
  const isLess = one.settled > 0 && one.settled < one.announced;
  return isWorse(one) || isRecovered(one) || isLess ? { ...one, announced: one.settled } : one;
}

function announce(state: AlertState): ReadonlyMap<string, Watched> {
  return new Map(
    [...state.watched].map(([slug, each]) => [
      slug,
      {
        ...each,
        subjects: new Map([...each.subjects].map(([id, one]) => [id, announced(one)] as const)),
      },
    ]),
  );
}

/**
 * Returns the alert that is due now, and the state after it. The alert is `null` without news, or too soon
 * after the last one.
 */
export function alertAt(state: AlertState, now: number): readonly [AlertState, Alert | null] {
  if (state.alertedAt !== null && now - state.alertedAt < leastPause) return [state, null];
  const all = [...state.watched.values()].flatMap(({ subjects }) => [...subjects.values()]);
  const worse = all.filter(isWorse).toSorted((a, b) => b.settled - a.settled);
  const recovered = all.filter(isRecovered);
  if (worse.length === 0 && recovered.length === 0) return [state, null];
  const summary = ({ name, label }: Followed): AlertSubject => ({ name, label });
  return [
    { watched: announce(state), alertedAt: now },
    { worse: worse.map(summary), recovered: recovered.map(summary) },
  ];
}
