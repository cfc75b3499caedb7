import type { MonthReport } from '#contract/reports/month-report.ts';
import { type ExportHeading, type ExportValue, exportWriter } from '#domain/text/exports.ts';
import { deploymentRow, goodShareText, observedShareText } from './report-text.ts';

const names = [
  'deployment',
  'component',
  'occurrence',
  'from',
  'to',
  'worst',
  'bad_seconds',
  'planned_seconds',
  'not_observed_seconds',
] as const;

/** States what was observed. Without these lines, a file without outages would not prove that there were none. */
function headingOf(report: MonthReport): ExportHeading {
  const { deployment, from, to, outages, cut } = report;
  const row = deploymentRow(report);
  const observed =
    row && row.observed > 0
      ? `${observedShareText(row)} of the time was observed, ${goodShareText(row)} of observed time was good`
      : row && row.outages > 0
        ? 'single polls only'
        : 'nothing was observed';
  const rows = cut === 0 ? `${outages.length}` : `the longest ${outages.length} of ${outages.length + cut}`;
  return [
    ['deployment', deployment],
    ['range', `${from} to ${to}`],
    ['coverage', observed],
    ['outages', rows],
  ];
}

function rowsOf({ deployment, outages }: MonthReport): readonly (readonly ExportValue[])[] {
  return outages.map(({ kind, key, occurrence, from, to, worst, bad, planned, unobserved }) => [
    deployment,
    // An empty cell stands for the deployment itself.
    kind === 'component' ? key : null,
    kind === 'component' ? occurrence : null,
    from,
    to,
    worst,
    bad / 1000,
    planned / 1000,
    unobserved / 1000,
  ]);
}

/** Writes the outages of one month in one or more deployments as CSV. */
export function outagesCsv(reports: readonly MonthReport[]): string {
  const writer = exportWriter(
    'csv',
    reports.flatMap(headingOf),
    names.map((name) => ({ name })),
  );
  return writer.head + writer.rows(reports.flatMap(rowsOf), true) + writer.foot;
}
