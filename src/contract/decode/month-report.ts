import type { SpanSeverity } from '../history.ts';
import { spanSeverities } from '../history.ts';
import type {
  MonthReport,
  ReportedKey,
  ReportedOutage,
  ReportedSubject,
  ReportedTimes,
  ReportedWork,
} from '../reports/month-report.ts';
import { reportedKinds } from '../reports/month-report.ts';
import { amount, type Fields, fieldsOf, oneOf, text, time, timeOrNull, windowed } from './history.ts';
import { listOf } from './list-of.ts';

function keyOf(row: Fields): ReportedKey {
  return {
    kind: oneOf(reportedKinds, row, 'kind'),
    key: text(row, 'key'),
    occurrence: amount(row, 'occurrence'),
  };
}

function timesOf(row: Fields): ReportedTimes {
  return {
    good: amount(row, 'good'),
    notice: amount(row, 'notice'),
    bad: amount(row, 'bad'),
    unknown: amount(row, 'unknown'),
    unobserved: amount(row, 'unobserved'),
  };
}

function outageOf(row: Fields): ReportedOutage {
  return {
    ...keyOf(row),
    from: time(row, 'from'),
    to: timeOrNull(row, 'to'),
    bad: amount(row, 'bad'),
    planned: amount(row, 'planned'),
    unobserved: amount(row, 'unobserved'),
    worst: oneOf<SpanSeverity>(spanSeverities, row, 'worst'),
  };
}

function subjectOf(row: Fields): ReportedSubject {
  return {
    ...keyOf(row),
    ...timesOf(row),
    observed: amount(row, 'observed'),
    planned: timesOf(fieldsOf(row['planned'], 'planned')),
    outages: amount(row, 'outages'),
    longest: row['longest'] == null ? null : outageOf(fieldsOf(row['longest'], 'longest')),
  };
}

function workOf(row: Fields): ReportedWork {
  return { title: text(row, 'title'), from: time(row, 'from'), to: time(row, 'to'), ...timesOf(row) };
}

/**
 * Decodes the response of `GET /history/:slug/report`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeMonthReport(body: unknown): MonthReport {
  const fields = fieldsOf(body, 'the answer');
  return {
    ...windowed(body, subjectOf),
    month: text(fields, 'month'),
    zone: text(fields, 'zone'),
    outages: listOf(fields, 'outages', outageOf),
    cut: amount(fields, 'cut'),
    planned: listOf(fields, 'planned', workOf),
  };
}
