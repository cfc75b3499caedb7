/** The table of buckets against a data grid from npm on the same bytes. */

import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../chromium.ts';
import { drawTable, figure, judge } from '../report.ts';
import { median } from '../statistics.ts';
import type { Workplace } from '../workplace.ts';
import { type Visit, visitTable } from './measure.ts';
import { type ComparedTable, startTables } from './pages.ts';

interface Scale {
  readonly rows: number;
  readonly mostRuns: number;
  readonly settleMilliseconds: number;
  readonly scrollMilliseconds: number;
  /** Peer over ours, at least; `null` where there is no goal. */
  readonly goals: Readonly<Record<'firstRow' | 'sort' | 'filter', number | null>>;
}

const scales: readonly Scale[] = [
  {
    rows: 100_000,
    mostRuns: 3,
    settleMilliseconds: 1500,
    scrollMilliseconds: 2000,
    // Load to the first row in at most 0.7 of the peer's time.
    goals: { firstRow: 1 / 0.7, sort: 4, filter: 4 },
  },
  {
    rows: 1_000_000,
    mostRuns: 1,
    settleMilliseconds: 4000,
    scrollMilliseconds: 10_000,
    goals: { firstRow: null, sort: 30, filter: 3 },
  },
];

const longestTask = 50;

async function measureScale(place: Workplace, scale: Scale, runs: number): Promise<string> {
  const tables = await startTables(place, scale.rows);
  try {
    const visits = new Map<ComparedTable, Visit[]>([
      [tables.ours, []],
      [tables.grid, []],
    ]);
    for (let round = 0; round < Math.min(runs, scale.mostRuns); round += 1) {
      for (const [table, seen] of visits) {
        // A browser of its own: the memory of one is not the other's.
        const browser = await chromium.launch(chromiumLaunch());
        try {
          seen.push(await visitTable(browser, table, scale));
        } finally {
          await browser.close();
        }
      }
    }
    const of = (table: ComparedTable, value: keyof Visit) =>
      median((visits.get(table) ?? []).map((visit) => visit[value]));
    const row = (table: ComparedTable) => [
      table.name,
      ...(['firstRow', 'sort', 'filter', 'longestLoading', 'longestAfter', 'frames'] as const).map((value) =>
        figure(of(table, value)),
      ),
      figure(of(table, 'heap') / 1e6, 1),
    ];
    const ratio = (value: 'firstRow' | 'sort' | 'filter') => of(tables.grid, value) / of(tables.ours, value);
    const judged = (['firstRow', 'sort', 'filter'] as const).map((value) => {
      const goal = scale.goals[value];
      return goal === null ? '' : `${judge(ratio(value), 'at least', goal)} (${figure(goal, 1)})`;
    });
    const tasks = (['longestLoading', 'longestAfter'] as const).map((value) =>
      judge(of(tables.ours, value), 'at most', longestTask),
    );
    return drawTable({
      title: `A table of ${figure(scale.rows)} buckets, ${figure(tables.bytes / 1e6, 1)} MB of JSON (ms, medians)`,
      headings: [
        'table',
        'first row',
        'sort',
        'filter',
        'longest task loading',
        'after',
        'frame p95',
        'heap MB',
      ],
      rows: [
        row(tables.ours),
        row(tables.grid),
        ['grid over ours', figure(ratio('firstRow'), 2), figure(ratio('sort'), 1), figure(ratio('filter'), 1)],
        ['goal', ...judged, ...tasks, judge(of(tables.ours, 'frames'), 'at most', 20)],
      ],
    });
  } finally {
    await tables.stop();
  }
}

/** @param runs - visits to each table; fewer where one takes long. */
export async function runTable(place: Workplace, runs: number): Promise<readonly string[]> {
  const blocks: string[] = [];
  for (const scale of scales) blocks.push(await measureScale(place, scale, runs));
  return blocks;
}
