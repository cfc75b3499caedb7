/** Formats the results of `edgewatch check` as text or JSON. */

import { type CheckOutcome, type CheckResult, wholeDeployment } from './result.ts';

export interface Report {
  readonly baseUrl: string;
  readonly passed: boolean;
  readonly counts: Readonly<Record<CheckOutcome, number>>;
  readonly results: readonly CheckResult[];
}

export function makeReport(baseUrl: string, results: readonly CheckResult[]): Report {
  const counts = { pass: 0, fail: 0, 'not offered': 0, 'not shown': 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return { baseUrl, passed: counts.fail === 0, counts, results };
}

export function reportJson(report: Report): string {
  return JSON.stringify(report, null, 2);
}

const marks: Record<CheckOutcome, string> = {
  pass: 'pass',
  fail: 'FAIL',
  'not offered': 'not offered',
  // "Not shown" is said of the API document. In a table it could be taken for the dashboard.
  'not shown': 'info',
};

export function reportText(report: Report): string {
  const rows = report.results.map(cells);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const names = new Set(report.results.map(({ endpoint }) => endpoint));
  const blocks = [...names].map((endpoint) => {
    const results = report.results.filter((result) => result.endpoint === endpoint);
    const lines = results.map((result) => lineOf(cells(result), widths));
    return [`${headOf(endpoint)}: ${tally(results)}`, ...lines].join('\n');
  });
  const nothing = failsAlike(report.results);
  return [
    `Check of ${visible(report.baseUrl)} against the API document`,
    ...(nothing === null ? [] : [`No endpoint of this API responds there: ${visible(nothing)}.`]),
    ...blocks,
    summary(report),
  ].join('\n\n');
}

/**
 * Finds the reason with which every endpoint fails: a wrong base URL is one mistake, not ten.
 * @returns `null` if the reasons differ, or an endpoint passes.
 */
function failsAlike(results: readonly CheckResult[]): string | null {
  const first = new Map<string, CheckResult>();
  for (const result of results)
    if (result.endpoint !== wholeDeployment && !first.has(result.endpoint)) first.set(result.endpoint, result);
  const details = new Set(
    [...first.values()].map(({ verdict, detail }) => (verdict === 'fail' ? detail : null)),
  );
  const [detail = null] = details;
  return details.size === 1 ? detail : null;
}

function headOf(endpoint: string): string {
  return endpoint === wholeDeployment ? 'The deployment' : `GET ${endpoint}`;
}

function tally(results: readonly CheckResult[]): string {
  if (results.some(({ verdict }) => verdict === 'not offered')) return 'not offered';
  const failed = results.filter(({ verdict }) => verdict === 'fail').length;
  return failed === 0 ? 'as documented' : `${failed} ${failed === 1 ? 'check' : 'checks'} failed`;
}

function cells({ verdict, part, statement, detail }: CheckResult): readonly string[] {
  return [marks[verdict], `part ${part}`, statement, visible(detail)];
}

function lineOf(row: readonly string[], widths: readonly number[]): string {
  return `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
}

function summary({ counts, passed }: Report): string {
  const shown = `${counts.pass} checks passed, ${counts.fail} failed`;
  const information = `${counts['not offered']} endpoints are not offered, ${counts['not shown']} lines are for information`;
  return `${passed ? 'Passed' : 'Failed'}: ${shown}; ${information}.`;
}

const longestDetail = 400;

/**
 * Escapes control characters and direction marks of foreign text, so that a terminal does not act on them.
 * Cuts long text.
 */
function visible(text: string): string {
  return text.slice(0, longestDetail).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
