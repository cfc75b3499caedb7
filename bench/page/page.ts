/**
 * Compares the status page with two simple pages, the floors: time until the verdict is on screen, and cost
 * of loading.
 */

import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import { Quiet } from '../support/quiet.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';
import { type Condition, conditions, type Load, measureLoad } from './measure.ts';
import { type ComparedPage, type ComparedPages, startPages } from './pages.ts';

const goal = 1;
const gate = 1.2;
/**
 * Milliseconds for all conditions together. A condition stops after its share of the time, but not before
 * `fewestRuns` loads.
 */
const partMilliseconds = 150_000;
const fewestRuns = 3;

type Loads = ReadonlyMap<ComparedPage, readonly Load[]>;

interface Measured {
  readonly condition: Condition;
  readonly loads: Loads;
}

function medianOf(loads: Loads, page: ComparedPage, value: (load: Load) => number): number {
  return median((loads.get(page) ?? []).map(value));
}

function blockedMilliseconds({ longTasks }: Load): number {
  return longTasks.reduce((sum, length) => sum + length - 50, 0);
}

function verdictTable(measured: readonly Measured[], { floor, bare, ours }: ComparedPages): string {
  return drawTable({
    title: 'The status page: ms until the verdict is on screen (medians)',
    headings: [
      'condition',
      'runs',
      floor.name,
      bare.name,
      ours.name,
      'ours/floor',
      'ours/bare',
      'fastest',
      `goal ≤ ${goal.toFixed(1)}`,
      `gate ≤ ${gate}`,
    ],
    rows: measured.map(({ condition, loads }) => {
      const verdict = (page: ComparedPage) => medianOf(loads, page, (load) => load.verdict);
      const fastest = (page: ComparedPage) => Math.min(...(loads.get(page) ?? []).map((load) => load.verdict));
      const ratio = verdict(ours) / verdict(bare);
      return [
        condition.name,
        figure(loads.get(ours)?.length ?? 0),
        figure(verdict(floor)),
        figure(verdict(bare)),
        figure(verdict(ours)),
        figure(verdict(ours) / verdict(floor), 2),
        figure(ratio, 2),
        figure(fastest(ours) / fastest(bare), 2),
        judge(ratio, 'at most', goal),
        judge(ratio, 'at most', gate),
      ];
    }),
  });
}

function costTable(measured: readonly Measured[], pages: readonly ComparedPage[]): string {
  const row = ({ condition, loads }: Measured, page: ComparedPage): readonly string[] => {
    const of = (value: (load: Load) => number) => medianOf(loads, page, value);
    const verdicts = (loads.get(page) ?? []).map(({ verdict }) => verdict);
    return [
      `${condition.name}: ${page.name}`,
      `${figure(Math.min(...verdicts))}–${figure(Math.max(...verdicts))}`,
      figure(of(({ document }) => document)),
      figure(of((load) => load.firstContentfulPaint ?? Number.NaN)),
      figure(of((load) => load.takenOver ?? Number.NaN)),
      figure(of((load) => load.requests)),
      figure(of((load) => load.scriptBytes) / 1024, 1),
      figure(of((load) => load.begunScriptBytes) / 1024, 1),
      figure(of((load) => load.longTasks.length)),
      figure(of((load) => Math.max(0, ...load.longTasks))),
      figure(of(blockedMilliseconds)),
    ];
  };
  return drawTable({
    title: 'What the verdict takes (medians; JavaScript in KiB, gzip)',
    headings: [
      'condition: page',
      'verdict ms',
      'document',
      'FCP',
      'scripts',
      'requests',
      'JS before',
      'JS begun',
      'long tasks',
      'longest',
      'blocked',
    ],
    rows: measured.flatMap((one) => pages.map((page) => row(one, page))),
  });
}

/** Loads the pages alternately, `runs` times per condition, after a warm-up round. */
export async function runPage(place: Workplace, runs: number): Promise<readonly string[]> {
  const compared = await startPages(place);
  const pages = [compared.floor, compared.bare, compared.ours];
  try {
    const browser = await chromium.launch(chromiumLaunch());
    try {
      const quiet = new Quiet();
      const measured: Measured[] = [];
      for (const condition of conditions) {
        const loads = new Map<ComparedPage, Load[]>(pages.map((page) => [page, []]));
        const until = performance.now() + partMilliseconds / conditions.length;
        for (let round = 0; round <= runs; round += 1) {
          if (round > fewestRuns && performance.now() > until) break;
          for (const page of pages) {
            const load = await measureLoad(browser, page.url, condition, page.hasScripts, quiet);
            if (round > 0) loads.get(page)?.push(load);
          }
        }
        measured.push({ condition, loads });
      }
      return [
        `Chromium ${browser.version()}. ${quiet.describe()}`,
        verdictTable(measured, compared),
        costTable(measured, pages),
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await compared.stop();
  }
}
