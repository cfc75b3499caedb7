/** Runs `edgewatch report`: reports a month from the history record of a data folder. */

import { defaultPollSeconds, defaultVerdictSettings } from '#contract/host.ts';
import type { MonthReport, ReportedSubject, ReportedTimes } from '#contract/reports/month-report.ts';
import { windowOfMonth } from '#domain/history/report/month-window.ts';
import { outagesCsv } from '#domain/history/report/outages-csv.ts';
import { goodShareText, headSentences, spanInWords } from '#domain/history/report/report-text.ts';
import { formatDuration, formatDurationDown, formatExact, space } from '#domain/text/format.ts';
import { withBlanksNamed } from '#domain/text/visible-text.ts';
import type { Variables } from '../configuration/arguments/flags.ts';
import type { ReportCommand } from '../configuration/arguments/report.ts';
import { defaultRetention } from '../configuration/defaults.ts';
import { readSettings } from '../configuration/read-settings.ts';
import { recall } from '../history/history-store.ts';
import type { Remembered } from '../history/memory/remembered.ts';
import { monthReport } from '../history/reports/month/month-report.ts';
import { plannedWorkOf } from '../history/reports/month/planned-work.ts';
import { mostInFile } from '../history/reports/month/report-responses.ts';
import type { RecordedDeployment, ResponseContext } from '../history/responses/context.ts';
import { listTables, loadRecord } from '../history/store/load-record.ts';
import { KeeperError } from '../history/upkeep/keeper.ts';
import { SettingsError } from '../net/settings-error.ts';
import { openRecord } from './history-commands.ts';

interface NamedReport {
  readonly name: string;
  readonly report: MonthReport;
}

/** Reads states and coverage from the record of a data folder. @throws SettingsError if that is not possible. */
async function recordIn(data: string): Promise<Remembered> {
  const copy = await openRecord(data).catch((cause: unknown) => {
    throw cause instanceof KeeperError ? new SettingsError(cause.message) : cause;
  });
  try {
    return await recall({
      load: (take, takeSpans) => loadRecord(copy.statements, take, takeSpans, listTables),
    });
  } finally {
    copy.close();
  }
}

/** Reads the deployments of a configuration, whose words, names and planned work count. */
async function configuredIn(configFile: string, variables: Variables): Promise<readonly RecordedDeployment[]> {
  // `open: true`, because --open may be given to the host.
  const options = { open: true, demo: false, baseUrls: [], configFile };
  const { proxied, planned } = await readSettings(options, variables);
  return proxied.map(({ slug, name, words, verdict, observe, pollSeconds }) => ({
    slug,
    name,
    demo: false,
    words,
    verdict,
    observe,
    pollSeconds,
    planned: plannedWorkOf(planned, slug),
  }));
}

function recordedIn({ present }: Remembered): readonly RecordedDeployment[] {
  const slugs = new Set([...present.allEndpoints].map(({ deployment }) => deployment));
  return [...slugs].toSorted().map((slug) => ({
    slug,
    name: slug,
    demo: false,
    words: {},
    verdict: defaultVerdictSettings,
    observe: 'all',
    pollSeconds: defaultPollSeconds,
    planned: [],
  }));
}

/** Pads the cells of a table. The first column is aligned left, the others right. */
function tableOf(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Name of a row. Control characters of a component's name would reach the terminal. */
function rowName({ kind, key, occurrence }: ReportedSubject, name: string): string {
  if (kind === 'deployment') return `All of ${name}`;
  const shown = withBlanksNamed(key, 60);
  return occurrence === 1 ? shown : `${shown} (${occurrence})`;
}

function cellsOf(times: ReportedTimes): readonly string[] {
  const { good, bad, unknown, unobserved } = times;
  return [
    formatDurationDown(good + bad + unknown),
    goodShareText(times),
    formatDurationDown(good),
    ...[bad, unknown, unobserved].map(formatDuration),
  ];
}

const heads = ['', 'observed', 'good of observed', 'good', 'bad', 'unknown', 'not observed'];

function textOf({ name, report }: NamedReport): string {
  const { data, planned, zone } = report;
  const subjects = tableOf([
    [...heads, 'outages', 'longest outage'],
    ...data.map((row) => [
      rowName(row, name),
      ...cellsOf(row),
      formatExact(row.outages),
      row.longest ? `${formatDuration(row.longest.bad)}, ${spanInWords(row.longest, zone)}` : '–',
    ]),
  ]);
  const inWork =
    planned.length === 0
      ? []
      : [
          '',
          ...tableOf([
            ['Of this in planned work', ...heads.slice(1)],
            ...data.map((row) => [rowName(row, name), ...cellsOf(row.planned)]),
          ]),
          '',
          ...planned.map(
            (work) => `Planned: ${work.title}, ${spanInWords(work, zone)}, ${formatDuration(work.bad)} bad`,
          ),
        ];
  return [headSentences(report, name).join(' '), '', ...subjects, ...inWork].join('\n');
}

function written(reports: readonly NamedReport[], { form, month, zone }: ReportCommand): string {
  switch (form) {
    case 'json':
      return `${JSON.stringify({ month, zone, data: reports.map(({ report }) => report) }, null, 2)}\n`;
    case 'csv':
      return outagesCsv(reports.map(({ report }) => report));
    case 'text':
      return `${reports.map(textOf).join('\n\n\n')}\n\nTimes are in ${zone}.\n`.replaceAll(space, ' ');
  }
}

/**
 * Runs `edgewatch report`.
 * @param variables - environment variables that the configuration refers to.
 * @throws SettingsError if the configuration has mistakes, or the record cannot be read.
 */
export async function runReport(
  command: ReportCommand,
  variables: Variables,
  output: NodeJS.WritableStream,
): Promise<void> {
  const { month, zone, data, configFile } = command;
  const now = Date.now();
  if (windowOfMonth(month, zone).from > now) throw new SettingsError(`The month ${month} has not begun.`);
  const configured = configFile === null ? null : await configuredIn(configFile, variables);
  const record = await recordIn(data);
  const deployments = configured ?? recordedIn(record);
  if (deployments.length === 0)
    throw new SettingsError(
      configFile === null
        ? `The history in ${data} has no deployment yet.`
        : `${configFile} has no deployment to report.`,
    );
  const context: ResponseContext = {
    recorder: { recording: true, reason: null, notice: null, retention: defaultRetention },
    known: record.present,
    spans: record.spans,
    store: null,
    now,
  };
  const reports = deployments.map((deployment) => {
    const request = { context, deployment, search: '' };
    const { document } = monthReport(request, { month, zone, mostOutages: mostInFile });
    return { name: deployment.name, report: document };
  });
  output.write(written(reports, command));
}
