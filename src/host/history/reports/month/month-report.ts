/** Makes the report of a month from the history record (docs/understand/history-api.md, part 9). */

import type { SpanSeverity } from '#contract/history.ts';
import type {
  MonthReport,
  ReportedKey,
  ReportedOutage,
  ReportedSubject,
  ReportedTimes,
} from '#contract/reports/month-report.ts';
import { windowOfMonth } from '#domain/history/report/month-window.ts';
import {
  longestOutage,
  longestOutages,
  type Outage,
  observedPieces,
  type RecordedState,
  subjectReport,
  timesIn,
  unitedWindows,
} from '#domain/history/report/subject-report.ts';
import type { Shares, Window } from '#domain/history/spans/shares.ts';
import { stamp, stampOrNull } from '#host/history/responses/context.ts';
import { isPresent } from '#host/history/responses/spans.ts';
import { recordedVerdict } from '#host/history/responses/verdict.ts';
import { type HistoryRequest, windowed } from '#host/history/responses/windowed.ts';
import { severityOfClass, WordClasses } from '#host/history/spans/classes.ts';
import { seenTimeOf } from '#host/history/spans/seen-time.ts';
import type { Track } from '#host/history/spans/track.ts';
import { workIn } from './planned-work.ts';

export interface ReportedMonth {
  readonly month: string;
  /** Canonical name of a time zone. */
  readonly zone: string;
  /** Maximum number of outages. */
  readonly mostOutages: number;
}

const minute = 60_000;

/** Returns the range of a report. That of a month that is not over ends at the next full minute. */
function rangeOf({ month, zone }: ReportedMonth, now: number): Window {
  const { from, to } = windowOfMonth(month, zone);
  return { from, to: Math.min(to, Math.floor(now / minute) * minute + minute) };
}

/** Returns the states of a subject. A verdict that no response confirmed counts as not observed, as in strips. */
function statesOf(track: Track, classOf: (word: number) => number): readonly RecordedState[] {
  return Array.from({ length: track.count }, (_, index) => {
    const severity = severityOfClass(classOf(track.wordAt(index)));
    return { from: track.fromAt(index), severity: severity === 'unvouched' ? null : severity };
  });
}

function timesOf({ good, notice, bad, unknown, unobserved }: Shares): ReportedTimes {
  return { good, notice, bad, unknown, unobserved };
}

function outageOf(key: ReportedKey, { from, to, worst, ...times }: Outage): ReportedOutage {
  // A state that counts as bad is never `unvouched`.
  return { ...key, from: stamp(from), to: stampOrNull(to), ...times, worst: worst as SpanSeverity };
}

/** Returns the covered time of status documents, with isolated polls, in the whole record. */
function coverageOf({ context, deployment }: HistoryRequest, range: Window): readonly Window[] {
  const { known, now } = context;
  const { slug } = deployment;
  // An outage has its own times, so the record before and after the range counts.
  const whole = {
    from: Math.min(range.from, known.since(slug) ?? range.from),
    to: Math.max(range.to, now),
  };
  const { intervals, isolated } = seenTimeOf(known, slug, 'status', whole, now);
  return [...intervals, ...isolated.map((at) => ({ from: at, to: at }))].toSorted(
    (a, b) => a.from - b.from || a.to - b.to,
  );
}

export function monthReport(
  request: HistoryRequest,
  reported: ReportedMonth,
): { readonly document: MonthReport; readonly isSettled: boolean } {
  const { context, deployment } = request;
  const { known, spans, now } = context;
  const { slug } = deployment;
  const range = rangeOf(reported, now);
  const work = workIn(deployment.planned, range);
  const planned = unitedWindows(work, range);
  const coverage = coverageOf(request, range);
  const outages: ReportedOutage[] = [];
  const subjectOf = (key: ReportedKey, states: readonly RecordedState[]): ReportedSubject => {
    const report = subjectReport(range, observedPieces(states, coverage), planned);
    const own = report.outages.map((outage) => outageOf(key, outage));
    outages.push(...own);
    const times = timesOf(report.times);
    return {
      ...key,
      observed: times.good + times.bad + times.unknown,
      ...times,
      planned: timesOf(report.planned),
      outages: own.length,
      longest: longestOutage(own),
    };
  };
  const verdict = recordedVerdict(request);
  const verdicts = statesOf(verdict.track, verdict.classOf);
  const classes = new WordClasses(known, deployment.words);
  const data = [
    subjectOf({ kind: 'deployment', key: slug, occurrence: 1 }, verdicts),
    ...known.subjects(slug, 'component').flatMap(({ id, key, occurrence }) => {
      const track = spans.of(id);
      if (!track || !isPresent(track, range)) return [];
      const states = statesOf(track, (word) => classes.of(word));
      return [subjectOf({ kind: 'component', key, occurrence }, states)];
    }),
  ];
  const kept = longestOutages(outages, reported.mostOutages);
  const pieces = observedPieces(verdicts, coverage);
  const { document, isSettled } = windowed(request, range, data);
  return {
    document: {
      ...document,
      month: reported.month,
      zone: reported.zone,
      outages: kept.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)),
      cut: outages.length - kept.length,
      planned: work.map(({ title, from, to }) => ({
        title,
        from: stamp(from),
        to: stamp(to),
        ...timesOf(timesIn(unitedWindows([{ from, to }], range), pieces)),
      })),
    },
    // The end of an outage that is not over is still unknown.
    isSettled: isSettled && outages.every(({ to }) => to !== null),
  };
}
