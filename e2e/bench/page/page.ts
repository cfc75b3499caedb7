/** The status page against the two floors: how long until its verdict is on screen, and what that takes. */

import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../chromium.ts';
import { drawTable, figure, judge } from '../report.ts';
import { median } from '../statistics.ts';
import type { Workplace } from '../workplace.ts';
import { type Condition, conditions, type Load, measureLoad } from './measure.ts';
import { type ComparedPage, startPages } from './pages.ts';

const goal = 1;
const gate = 1.2;

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

function verdictTable(measured: readonly Measured[], runs: number, pages: readonly ComparedPage[]): string {
  const [floor, bare, ours] = pages;
  if (!floor || !bare || !ours) throw new Error('Three pages are compared.');
  return drawTable({
    title: `The status page: ms until the verdict is on screen (median of ${runs})`,
    headings: [
      'condition',
      ...pages.map(({ name }) => name),
      'ours/floor',
      'ours/bare',
      `goal ≤ ${goal.toFixed(1)}`,
      `gate ≤ ${gate}`,
    ],
    rows: measured.map(({ condition, loads }) => {
      const [onFloor, onBare, onOurs] = [floor, bare, ours].map((page) =>
        medianOf(loads, page, ({ verdict }) => verdict),
      );
      const ratio = (onOurs ?? Number.NaN) / (onBare ?? Number.NaN);
      return [
        condition.name,
        ...[onFloor, onBare, onOurs].map((time) => figure(time ?? null)),
        figure((onOurs ?? Number.NaN) / (onFloor ?? Number.NaN), 2),
        figure(ratio, 2),
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
      'FCP',
      'scripts ms',
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

/** Loads the pages in turn, `runs` times under each condition, after one round that does not count. */
export async function runPage(place: Workplace, runs: number): Promise<readonly string[]> {
  const compared = await startPages(place);
  const pages = [compared.floor, compared.bare, compared.ours];
  try {
    const browser = await chromium.launch(chromiumLaunch());
    try {
      const measured: Measured[] = [];
      for (const condition of conditions) {
        const loads = new Map<ComparedPage, Load[]>(pages.map((page) => [page, []]));
        for (let round = 0; round <= runs; round += 1)
          for (const page of pages) {
            const load = await measureLoad(browser, page.url, condition, page.hasScripts);
            if (round > 0) loads.get(page)?.push(load);
          }
        measured.push({ condition, loads });
      }
      return [`Chromium ${browser.version()}`, verdictTable(measured, runs, pages), costTable(measured, pages)];
    } finally {
      await browser.close();
    }
  } finally {
    await compared.stop();
  }
}
