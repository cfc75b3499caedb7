/** The verdict of a deployment over time, as the observer recorded it at each poll (docs/understand/history.md). */

import { isGood, isSeverity, type Severity } from '#domain/severity/severity.ts';
import { classOf, noClass, severityOfClass } from '../spans/classes.ts';
import { Track } from '../spans/track.ts';
import type { HistoryRequest } from './windowed.ts';

interface RecordedVerdict {
  readonly track: Track;
  readonly classOf: (word: number) => number;
}

/** Before the first recorded verdict the track has nothing: that time is not observed. */
export function recordedVerdict({ context, deployment: { slug } }: HistoryRequest): RecordedVerdict {
  const { known, spans } = context;
  const subject = known.subjectOf(slug, 'verdict', slug, 1);
  const classOfWord = (word: number) => {
    const text = known.word(word)?.text;
    return isSeverity(text) ? classOf(text) : noClass;
  };
  return { track: (subject && spans.of(subject.id)) ?? new Track(), classOf: classOfWord };
}

/** Epoch milliseconds. */
export interface Start {
  readonly from: number;
  /** When the last poll that showed otherwise was sent; `null` if none is known. */
  readonly notBefore: number | null;
}

export interface VerdictSince extends Start {
  readonly severity: Severity;
  /** When the deployment was last good; `null` while it is good. */
  readonly notGood: Start | null;
}

/** The start of the current verdict, and of the time in which the deployment is not good. */
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
  // Rolled-up spans may have the word of their neighbours.
  while (begin > 0 && severityAt(begin - 1) === severity) begin -= 1;
  let notGood: Start | null = null;
  for (let index = last; index >= 0 && !isGood(severityAt(index)); index -= 1)
    // Unobserved time may have been good.
    if (severityAt(index) !== 'unvouched') notGood = startAt(index);
  return { severity, ...startAt(begin), notGood };
}
