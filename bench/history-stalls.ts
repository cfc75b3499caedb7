/** How long the thread that answers is kept from it by a record that is written, and read, beside it. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fill } from './history-store.ts';
import type { ObservedAnswer, ObservedOrder } from './observer/observed-server.ts';
import { startHelper, startListening } from './support/programs.ts';
import { drawTable, figure, judge } from './support/report.ts';
import { median } from './support/statistics.ts';
import type { Workplace } from './support/workplace.ts';

const large: ObservedOrder = { components: 600, nodes: 1_000, regions: 60, others: 80 };

/** Milliseconds until a host has begun, for which it is watched then, and between two who ask. */
const [warmUp, watched, pause] = [10_000, 20_000, 200];

const goal = 5;

/** Run before the host's program, in its first thread alone: writes down by how much timers are late, milliseconds. */
function watching(file: string): string {
  return `data:text/javascript,${encodeURIComponent(`
    import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';
    import { writeFileSync } from 'node:fs';
    const late = monitorEventLoopDelay({ resolution: 1 });
    let [began, collected] = [null, 0];
    const collections = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) if (began) collected = Math.max(collected, duration);
    });
    collections.observe({ entryTypes: ['gc'] });
    setTimeout(() => {
      began = performance.eventLoopUtilization();
      late.enable();
    }, ${warmUp});
    setTimeout(() => {
      late.disable();
      const busy = performance.eventLoopUtilization(began).active;
      const of = (share) => late.percentile(share) / 1e6 - 1;
      writeFileSync(${JSON.stringify(file)}, JSON.stringify({ p99: of(99), p999: of(99.9), most: late.max / 1e6 - 1, collected, busy }));
    }, ${warmUp + watched});
  `)}`;
}

interface Late {
  readonly p99: number;
  readonly p999: number;
  readonly most: number;
  /** The longest collection of garbage. */
  readonly collected: number;
  /** All that the thread was at work. */
  readonly busy: number;
}

type Case = 'not recorded' | 'recorded' | 'recorded, and strips asked for';

async function watch(
  { root, folder, programs }: Workplace,
  record: string,
  what: Case,
  nth: number,
): Promise<Late> {
  const server = startHelper(programs, 'observed-server');
  const { origin } = await server.ask<ObservedAnswer>(large);
  const place = join(folder, `stalls-${nth}-${what.length}`);
  mkdirSync(place, { recursive: true });
  const [config, told, data] = ['config.json', 'late.json', 'data'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: origin }];
  writeFileSync(config, JSON.stringify({ observe: 'all', deployments }));
  // In the place of a folder a file: all is read, and nothing written down.
  if (what === 'not recorded') writeFileSync(data, '');
  else {
    mkdirSync(data);
    copyFileSync(record, join(data, 'history.db'));
  }
  const program = ['--import', watching(told), join('dist', 'host', 'edgewatch.js'), '--port', '0'];
  const host = await startListening('The host', [...program, '--config', config, '--data', data], root);
  const ends = performance.now() + warmUp + watched + 1_000;
  const search = 'kind=component&from=2026-08-25T00:00:00Z&to=2026-11-23T00:00:00Z';
  while (performance.now() < ends) {
    await delay(pause);
    if (what !== 'recorded, and strips asked for') continue;
    // Each asks for another window, or one answer would do for all.
    const answer = await fetch(
      `${host.origin}/history/edge/strips?${search}&marks=${50 + Math.floor(Math.random() * 200)}`,
    );
    await answer.arrayBuffer();
  }
  await host.stop();
  await server.stop();
  return JSON.parse(readFileSync(told, 'utf8')) as Late;
}

const cases: readonly Case[] = ['not recorded', 'recorded', 'recorded, and strips asked for'];

/** @param runs - of each, by turns. */
export async function runHistoryStalls(place: Workplace, runs: number): Promise<readonly string[]> {
  mkdirSync(place.folder, { recursive: true });
  const record = join(place.folder, 'record-for-stalls.db');
  await fill(record, 4);
  const late = new Map<Case, Late[]>(cases.map((what) => [what, []]));
  for (let nth = 0; nth < Math.min(runs, 3); nth += 1)
    for (const what of cases) late.get(what)?.push(await watch(place, record, what, nth));
  const of = (what: Case, which: keyof Late) => median((late.get(what) ?? []).map((each) => each[which]));
  const rows = cases.map((what) => {
    const more = of(what, 'most') - of('not recorded', 'most');
    return [
      what,
      ...(['p99', 'p999', 'most', 'collected', 'busy'] as const).map((which) => figure(of(what, which), 1)),
      what === 'not recorded' ? '' : `${figure(more, 1)} ${judge(more, 'at most', goal)}`,
    ];
  });
  return [
    drawTable({
      title: `How late the thread that answers is in ${watched / 1_000} s, ms, by turns; one deployment of ${large.components} components`,
      headings: ['', 'p99', 'p99.9', 'longest', 'longest GC', 'at work', `longest for the record (≤ ${goal})`],
      rows,
    }),
  ];
}
