/** Runs checks one after another, stops at the first failure, and prints test counts at the end. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

const folder = 'node_modules/.cache/edgewatch';
const unitReport = `${folder}/unit.json`;
const browserReport = `${folder}/browser.json`;

export const types = { name: 'types', command: 'tsc', args: ['-b'] };
export const lint = {
  name: 'lint',
  command: 'oxlint',
  args: ['--type-aware', '--deny-warnings', 'src', 'e2e', 'bench', 'scripts'],
};
export const format = { name: 'format', command: 'biome', args: ['ci', '--reporter=summary', '.'] };
export const deadCode = { name: 'dead code', command: 'knip', args: [] };
export const build = { name: 'build', command: 'node', args: ['scripts/build.js'] };
export const unitTests = {
  name: 'unit tests',
  command: 'vitest',
  args: [
    'run',
    '--silent=passed-only',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ],
};
export const browserTests = {
  name: 'browser tests',
  command: 'playwright',
  args: ['test', '--reporter=list,json'],
  variables: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
};

const counters = [
  [
    unitReport,
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  ],
  [
    browserReport,
    ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  ],
];

/** Reads the counts of a report. All are 0 if there is no report, because its tests did not run. */
function readCounts([file, count]) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

function printCounts() {
  const counts = counters.map(readCounts);
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
}

function run({ command, args, variables }) {
  const path = `node_modules/.bin:${process.env.PATH}`;
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...variables, PATH: path },
  });
  return status ?? 1;
}

/**
 * Runs checks one after another, and stops at the first failure.
 *
 * @param duration - expected duration in words, on a machine with 2 cores.
 * @returns the exit code.
 */
export function runChecks(checks, duration) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = checks.map(({ name }) => name).join(', ');
  process.stdout.write(`Takes ${duration} on 2 cores, in this order: ${names}.\n`);
  let exitCode = 0;
  for (const [index, check] of checks.entries()) {
    const started = Date.now();
    process.stdout.write(`\n── ${check.name} (${index + 1} of ${checks.length})\n`);
    exitCode = run(check);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`── ${check.name}: ${exitCode === 0 ? 'passed' : 'failed'} after ${seconds} s\n`);
    if (exitCode !== 0) break;
  }
  printCounts();
  return exitCode;
}
