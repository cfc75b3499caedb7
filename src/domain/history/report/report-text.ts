/** Sentences of a month report, for the page and for the command line. Every percentage states its base. */

import type {
  MonthReport,
  ReportedOutage,
  ReportedSubject,
  ReportedTimes,
} from '#contract/reports/month-report.ts';
import { formatDate, formatDateTime, formatDuration, formatTime, plural, space } from '#domain/text/format.ts';
import { goodShare } from '../spans/shares.ts';
import { formatHundredths } from '../strips/recorded-strip.ts';
import { monthName } from './month.ts';
import { windowOfMonth } from './month-window.ts';

/** Returns the row of the deployment itself. */
export function deploymentRow({ data }: Pick<MonthReport, 'data'>): ReportedSubject | null {
  return data.find(({ kind }) => kind === 'deployment') ?? null;
}

/**
 * Formats the good share of observed time: "99.95 %", rounded down, but not to nothing; "–" if nothing was
 * observed.
 */
export function goodShareText(times: Pick<ReportedTimes, 'good' | 'bad' | 'unknown'>): string {
  const share = goodShare(times);
  if (share === null) return '–';
  return share === 0 && times.good > 0 ? `under 0.01${space}%` : formatHundredths(share);
}

/** Formats the observed share of the range, rounded down. */
export function observedShareText({ good, bad, unknown, unobserved }: ReportedTimes): string {
  return goodShareText({ good: good + bad + unknown, bad: unobserved, unknown: 0 });
}

/** Returns the times outside planned work. */
export function outsidePlanned(subject: ReportedSubject): ReportedTimes {
  const { planned } = subject;
  return {
    good: subject.good - planned.good,
    notice: subject.notice - planned.notice,
    bad: subject.bad - planned.bad,
    unknown: subject.unknown - planned.unknown,
    unobserved: subject.unobserved - planned.unobserved,
  };
}

function dayAndTime(time: number, zone: string): string {
  const date = formatDate(time, zone);
  return `${date.slice(0, date.lastIndexOf(space))} ${formatTime(time, zone)}`;
}

/** Formats the time of an outage or of planned work: "12 Nov 03:00 to 03:10", "12 Nov 03:00, not over". */
export function spanInWords({ from, to }: Pick<ReportedOutage, 'from' | 'to'>, zone: string): string {
  const begin = Date.parse(from);
  const first = dayAndTime(begin, zone);
  if (to === null) return `${first}, not over`;
  const end = Date.parse(to);
  const isSameDay = formatDate(begin, zone) === formatDate(end, zone);
  const last = isSameDay ? formatTime(end, zone) : dayAndTime(end, zone);
  return first.endsWith(last) ? first : `${first} to ${last}`;
}

/** Names the time of a report: "November 2026", "November 2026 until 28 Nov 2026 04:41". */
export function reportedTime({ month, zone, to }: Pick<MonthReport, 'month' | 'zone' | 'to'>): string {
  const end = Date.parse(to);
  const isOver = end >= windowOfMonth(month, zone).to;
  return isOver ? monthName(month) : `${monthName(month)} until ${formatDateTime(end, zone)}`;
}

function outagesInWords({ bad, outages, longest }: ReportedSubject, zone: string): string {
  if (!longest) return 'No outage was observed.';
  const count = `It was bad for ${formatDuration(bad)} in ${plural(outages, 'outage')}`;
  const times = spanInWords(longest, zone);
  return outages === 1
    ? `${count}: ${times}.`
    : `${count}, the longest of ${formatDuration(longest.bad)}: ${times}.`;
}

/**
 * Returns the sentences at the head of a report. The first one is the headline.
 * @param name - name of the deployment.
 */
export function headSentences(report: MonthReport, name: string): readonly string[] {
  const row = deploymentRow(report);
  const when = reportedTime(report);
  if (!row || row.observed === 0)
    return row && row.outages > 0
      ? [
          `Only single polls of ${name} were recorded in ${when}.`,
          `They showed ${plural(row.outages, 'outage')}.`,
        ]
      : [`Nothing of ${name} was observed in ${when}.`];
  const { unknown, unobserved } = row;
  const outside = outsidePlanned(row);
  const isPlannedBad = row.planned.bad + row.planned.unknown > 0;
  return [
    `${name} was good for ${goodShareText(row)} of observed time in ${when}.`,
    outagesInWords(row, report.zone),
    ...(unknown > 0 ? [`Its state was unknown for ${formatDuration(unknown)}.`] : []),
    ...(isPlannedBad
      ? [`Outside planned work it was good for ${goodShareText(outside)} of observed time.`]
      : []),
    unobserved === 0
      ? 'All of the time was observed.'
      : `${observedShareText(row)} of the time was observed; the other ${formatDuration(unobserved)} count as neither good nor bad.`,
  ];
}
