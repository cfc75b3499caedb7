/** How long the HTTP thread is blocked while a history record is written and read beside it. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ObservedAnswer } from '../observer/observed-server.ts';
import { large } from '../observer/observer.ts';
import { startHelper, startListening } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';
import { fill } from './store.ts';

/** Milliseconds: warm-up of a host, duration of the measurement, and pause between two requests. */
const [warmUp, watched, pause] = [10_000, 20_000, 200];

const goal = 5;

/**
 * Preloaded into the main thread of the host. Writes to a file how long each turn of its event loop takes.
 * The time that the thread waited for a core is subtracted (`schedstat` of Linux, nanoseconds), because the
 * host does not cause it.
 */
function watching(file: string): string {
  return `data:text/javascript,${encodeURIComponent(`
    import { openSync, readSync, writeFileSync } from 'node:fs';
    const waits = openSync('/proc/thread-self/schedstat', 'r');
    const text = Buffer.alloc(96);
    const [space, zero] = [32, 48];
    /** Milliseconds that this thread was ready but not running: the second number. */
    function waited() {
      const end = readSync(waits, text, 0, text.length, 0);
      let nanoseconds = 0;
      for (let at = text.indexOf(space) + 1; at < end && text[at] !== space; at += 1)
        nanoseconds = 10 * nanoseconds + text[at] - zero;
      return nanoseconds / 1e6;
    }
    const [over1, over5, longest] = [0, 1, 2];
    const told = new Float64Array(3);
    let [began, hadWaited] = [0, 0];
    function begin() {
      hadWaited = waited();
      began = performance.now();
    }
    function turn(until) {
      const now = performance.now();
      const own = now - began - (waited() - hadWaited);
      if (own > 1) told[over1] += 1;
      if (own > 5) told[over5] += 1;
      if (own > told[longest]) told[longest] = own;
      if (now < until) {
        begin();
        setImmediate(turn, until);
      } else writeFileSync(${JSON.stringify(file)}, JSON.stringify({ over1: told[over1], over5: told[over5], longest: told[longest] }));
    }
    setTimeout(() => {
      begin();
      turn(performance.now() + ${watched});
    }, ${warmUp});
  `)}`;
}

interface Turns {
  /** Number of turns longer than 1 ms and 5 ms. */
  readonly over1: number;
  readonly over5: number;
  /** Milliseconds. */
  readonly longest: number;
}

type Case = 'not recorded' | 'recorded' | 'recorded, and strips asked for';

async function watch(
  { root, folder, programs }: Workplace,
  record: string,
  what: Case,
  nth: number,
): Promise<Turns> {
  const server = startHelper(programs, 'observed-server');
  const { origin } = await server.ask<ObservedAnswer>(large);
  const place = join(folder, `stalls-${nth}-${what.length}`);
  mkdirSync(place, { recursive: true });
  const [config, turnsFile, data] = ['config.json', 'turns.json', 'data'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: origin }];
  writeFileSync(config, JSON.stringify({ observe: 'all', deployments }));
  // A file instead of the data folder: the host polls everything but records nothing.
  if (what === 'not recorded') writeFileSync(data, '');
  else {
    mkdirSync(data);
    copyFileSync(record, join(data, 'history.db'));
  }
  const program = ['--import', watching(turnsFile), join('dist', 'host', 'edgewatch.js'), '--port', '0'];
  const host = await startListening('The host', [...program, '--config', config, '--data', data], root);
  const ends = performance.now() + warmUp + watched + 1_000;
  const search = 'kind=component&from=2026-08-25T00:00:00Z&to=2026-11-23T00:00:00Z';
  while (performance.now() < ends) {
    await delay(pause);
    if (what !== 'recorded, and strips asked for') continue;
    // A different window each time, so that no response is cached.
    const answer = await fetch(
      `${host.origin}/history/edge/strips?${search}&marks=${50 + Math.floor(Math.random() * 200)}`,
    );
    await answer.arrayBuffer();
  }
  await host.stop();
  await server.stop();
  return JSON.parse(readFileSync(turnsFile, 'utf8')) as Turns;
}

const cases: readonly Case[] = ['not recorded', 'recorded', 'recorded, and strips asked for'];

/** @param runs - number of measurements of each case, at most three. The cases alternate. */
export async function runHistoryStalls(place: Workplace, runs: number): Promise<readonly string[]> {
  mkdirSync(place.folder, { recursive: true });
  const record = join(place.folder, 'record-for-stalls.db');
  await fill(record, 4);
  const turns = new Map<Case, Turns[]>(cases.map((what) => [what, []]));
  for (let nth = 0; nth < Math.min(runs, 3); nth += 1)
    for (const what of cases) turns.get(what)?.push(await watch(place, record, what, nth));
  const rows = cases.map((what) => {
    const of = (which: keyof Turns) => (turns.get(what) ?? []).map((each) => each[which]);
    const longest = Math.max(...of('longest'));
    const isJudged = what !== 'not recorded';
    return [
      what,
      ...(['over1', 'over5'] as const).map((which) => figure(median(of(which)))),
      of('longest')
        .map((each) => figure(each, 1))
        .join(', '),
      isJudged ? `${goal} ${judge(longest, 'at most', goal)}` : '–',
    ];
  });
  return [
    drawTable({
      title: `Turns of the thread that answers in ${watched / 1_000} s, ms; one deployment of ${large.components} components`,
      headings: ['', 'over 1', 'over 5', 'longest of each run', 'at most'],
      rows,
    }),
  ];
}
