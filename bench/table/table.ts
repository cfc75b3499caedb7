/** Compares our table of buckets with a data grid from npm, which reads the same bytes. */

import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import { type Throttling, tenMegabits } from '../support/throttle.ts';
import { launchUnwatched, type UnwatchedBrowser } from '../support/unwatched.ts';
import type { Workplace } from '../support/workplace.ts';
import { firstRowOf, quiet, type Replacement, type Visit, visitReplaced, visitTable } from './measure.ts';
import { type ComparedTable, startTables } from './pages.ts';

interface Scale {
  readonly rows: number;
  /** Maximum number of runs. A visit to the longest list takes half a minute. */
  readonly mostRuns: number;
  readonly settleMilliseconds: number;
  readonly scrollMilliseconds: number;
  /** Minimum ratio of the peer's time to our time. `null`: no goal. */
  readonly goals: Readonly<Record<'firstRow' | 'sort' | 'filter', number | null>>;
  /** Whether to measure over a slow network as well. */
  readonly isOverSlowNetwork: boolean;
  /** Whether to measure while the list is replaced as well. */
  readonly isReplaced: boolean;
}

const scales: readonly Scale[] = [
  {
    rows: 100_000,
    mostRuns: 9,
    settleMilliseconds: 1500,
    scrollMilliseconds: 2000,
    // The goal for our first row is at most 0.7 of the peer's time.
    goals: { firstRow: 1 / 0.7, sort: 4, filter: 4 },
    isOverSlowNetwork: true,
    isReplaced: false,
  },
  {
    rows: 1_000_000,
    mostRuns: 3,
    settleMilliseconds: 4000,
    scrollMilliseconds: 10_000,
    goals: { firstRow: null, sort: 30, filter: 3 },
    isOverSlowNetwork: false,
    isReplaced: true,
  },
];

const longestTask = 50;
const slowdown = 4;
const afar: Throttling = { slowdown: 1, network: tenMegabits };
const longestSlowTask = 200;
const longestFrame = 20;
const mostHeap = 50;
const mostOfWorkers = 150;

/** Uses a new browser for each visit, so that no memory carries over. */
async function inBrowser<T>(visit: (browser: UnwatchedBrowser) => Promise<T>): Promise<T> {
  const browser = await launchUnwatched();
  try {
    return await visit(browser);
  } finally {
    await browser.close();
  }
}

async function measureScale(place: Workplace, scale: Scale, runs: number): Promise<readonly string[]> {
  const tables = await startTables(place, scale.rows);
  try {
    const visits = new Map<ComparedTable, Visit[]>([
      [tables.ours, []],
      [tables.grid, []],
    ]);
    const hosted: number[] = [];
    for (let round = 0; round < Math.min(runs, scale.mostRuns); round += 1) {
      for (const [table, seen] of visits)
        seen.push(await inBrowser((browser) => visitTable(browser, table, scale)));
      hosted.push(await inBrowser((browser) => firstRowOf(browser, tables.hostedGrid)));
    }
    const slow = await inBrowser((browser) => visitTable(browser, tables.ours, { ...scale, slowdown }));
    const far: (readonly [ComparedTable, number])[] = [];
    if (scale.isOverSlowNetwork)
      for (const table of [tables.ours, tables.hostedGrid])
        far.push([table, await inBrowser((browser) => firstRowOf(browser, table, afar))]);
    const of = (table: ComparedTable, value: keyof Visit) =>
      median((visits.get(table) ?? []).map((visit) => visit[value]));
    const row = (table: ComparedTable) => [
      table.name,
      ...timesOf((value) => of(table, value)),
      figure(of(table, 'heap') / 1e6, 1),
      figure(of(table, 'workers') / 1e6, 1),
    ];
    const timesOf = (value: (name: keyof Visit) => number) =>
      (['firstRow', 'whole', 'sort', 'filter', 'longestLoading', 'longestAfter', 'frames'] as const).map(
        (name) => figure(value(name)),
      );
    const ratio = (value: 'firstRow' | 'sort' | 'filter') => of(tables.grid, value) / of(tables.ours, value);
    const hostedRatio = median(hosted) / of(tables.ours, 'firstRow');
    const goalOfFirstRow = scale.goals.firstRow;
    const judgeRatio = (value: 'firstRow' | 'sort' | 'filter') => {
      const goal = scale.goals[value];
      return goal === null ? '' : `${judge(ratio(value), 'at least', goal)} (${figure(goal, 1)})`;
    };
    const tasks = (['longestLoading', 'longestAfter'] as const).map((value) =>
      judge(of(tables.ours, value), 'at most', longestTask),
    );
    const compared = drawTable({
      title: `A table of ${figure(scale.rows)} buckets, ${figure(tables.bytes / 1e6, 1)} MB of JSON (ms, medians)`,
      headings: [
        'table',
        'first row',
        'list here',
        'sort',
        'filter',
        'longest task loading',
        'after',
        'frame p95',
        'heap MB',
        'workers MB',
      ],
      rows: [
        row(tables.ours),
        row(tables.grid),
        [tables.hostedGrid.name, figure(median(hosted))],
        [
          'grid over ours',
          figure(ratio('firstRow'), 2),
          '',
          figure(ratio('sort'), 1),
          figure(ratio('filter'), 1),
        ],
        [
          'grid from the host over ours',
          figure(hostedRatio, 2),
          goalOfFirstRow === null ? '' : judge(hostedRatio, 'at least', goalOfFirstRow),
        ],
        [
          'goal',
          judgeRatio('firstRow'),
          '',
          judgeRatio('sort'),
          judgeRatio('filter'),
          ...tasks,
          judge(of(tables.ours, 'frames'), 'at most', longestFrame),
          judge(of(tables.ours, 'heap') / 1e6, 'at most', mostHeap),
          judge(of(tables.ours, 'workers') / 1e6, 'at most', mostOfWorkers),
        ],
        ...far.map(([{ name }, firstRow]) => [`${name}, 10 Mbit/s and 40 ms`, figure(firstRow)]),
        [`Edgewatch, page ${slowdown} times slower`, ...timesOf((value) => slow[value])],
        [
          'goal',
          '',
          '',
          '',
          '',
          judge(slow.longestLoading, 'at most', longestSlowTask),
          judge(slow.longestAfter, 'at most', longestSlowTask),
        ],
      ],
      notes: [quiet.describe()],
    });
    if (!scale.isReplaced) return [compared];
    const replacements: Replacement[] = [];
    for (let round = 0; round < Math.min(runs, scale.mostRuns); round += 1)
      replacements.push(await inBrowser((browser) => visitReplaced(browser, tables.replaced, scale)));
    const meanwhile = (value: keyof Replacement) => median(replacements.map((seen) => seen[value]));
    return [
      compared,
      drawTable({
        title: `${figure(scale.rows)} buckets in Edgewatch while the list is replaced by the next (ms, medians)`,
        headings: ['', 'frame p95', 'slowest key', 'longest task'],
        rows: [
          ['measured', figure(meanwhile('frames')), figure(meanwhile('key')), figure(meanwhile('longest'))],
          [
            'goal',
            judge(meanwhile('frames'), 'at most', longestFrame),
            '',
            judge(meanwhile('longest'), 'at most', longestTask),
          ],
        ],
      }),
    ];
  } finally {
    await tables.stop();
  }
}

/** @param runs - visits to each table, limited by `mostRuns`. */
export async function runTable(place: Workplace, runs: number): Promise<readonly string[]> {
  const blocks: string[] = [];
  for (const scale of scales) blocks.push(...(await measureScale(place, scale, runs)));
  return blocks;
}
