/**
 * Reads the verdict of a deployment over time, as the observer recorded it at each poll
 * (docs/understand/history.md).
 */

import { isGood, isSeverity, type Severity } from '#domain/severity/severity.ts';
import { classOf, noClass, severityOfClass } from '../spans/classes.ts';
import { Track } from '../spans/track.ts';
import type { HistoryRequest } from './windowed.ts';

interface RecordedVerdict {
  readonly track: Track;
  readonly classOf: (word: number) => number;
}

/** Returns the recorded verdicts as a track. Time before the first recorded verdict is not observed. */
export function recordedVerdict({ context, deployment: { slug } }: HistoryRequest): RecordedVerdict {
  const { known, spans } = context;
  const subject = known.subjectOf(slug, 'verdict', slug, 1);
  const classOfWord = (word: number) => {
    const text = known.word(word)?.text;
    return isSeverity(text) ? classOf(text) : noClass;
  };
  return { track: (subject && spans.of(subject.id)) ?? new Track(), classOf: classOfWord };
}

/** Start of a state, in epoch milliseconds. */
export interface Start {
  readonly from: number;
  /** When the last poll that showed another state was sent, in epoch milliseconds; `null` if unknown. */
  readonly notBefore: number | null;
}

export interface VerdictSince extends Start {
  readonly severity: Severity;
  /** Start of the time in which the deployment is not good; `null` while it is good. */
  readonly notGood: Start | null;
}

/**
 * Finds when the current verdict began, and since when the deployment is not good; `null` if no verdict is
 * recorded.
 */
export function verdictSince(request: HistoryRequest): VerdictSince | null {
  const recorded = recordedVerdict(request);
  const { track } = recorded;
  if (track.count === 0) return null;
  const severityAt = (index: number) => severityOfClass(recorded.classOf(track.wordAt(index)));
  const startAt = (index: number): Start => {
    const { from, notBefore } = track.at(index);
    return { from, notBefore };
  };
  const last = track.count - 1;
  const severity = severityAt(last);
  let begin = last;
  // Neighbouring spans may have the same word if they are rolled up.
  while (begin > 0 && severityAt(begin - 1) === severity) begin -= 1;
  let notGood: Start | null = null;
  for (let index = last; index >= 0 && !isGood(severityAt(index)); index -= 1)
    // Unobserved time may have been good, so the time does not begin there.
    if (severityAt(index) !== 'unvouched') notGood = startAt(index);
  return { severity, ...startAt(begin), notGood };
}
