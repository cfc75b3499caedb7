/** Runs the benchmarks one after another. docs/develop/benchmarks.md explains the results. */

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runGateway } from './gateway/gateway.ts';
import { runHistoryLoad } from './history/load.ts';
import { runHistory } from './history/memory.ts';
import { runRecorder } from './history/recorder.ts';
import { runHistoryStalls } from './history/stalls.ts';
import { runHistoryStore } from './history/store.ts';
import { runObserver } from './observer/observer.ts';
import { runDocuments } from './page/documents/documents.ts';
import { runFilm } from './page/film.ts';
import { runFind } from './page/find.ts';
import { runFirstRows } from './page/first-rows/first-rows.ts';
import { runPage } from './page/page.ts';
import { runShift } from './page/shift.ts';
import { runWall } from './page/wall.ts';
import { runService } from './service/service.ts';
import { runStart } from './start.ts';
import { runDivided } from './steady/divided.ts';
import { runSteady } from './steady/steady.ts';
import type { Workplace } from './support/workplace.ts';
import { runTable } from './table/table.ts';

const parts = {
  page: runPage,
  'first-rows': runFirstRows,
  documents: runDocuments,
  service: runService,
  gateway: runGateway,
  observer: runObserver,
  start: runStart,
  table: runTable,
  steady: runSteady,
  divided: runDivided,
  find: runFind,
  history: runHistory,
  'history-store': runHistoryStore,
  'history-stalls': runHistoryStalls,
  'history-load': runHistoryLoad,
  recorder: runRecorder,
  shift: runShift,
  wall: runWall,
  film: runFilm,
} as const;

type PartName = keyof typeof parts;

/** Parts that run only if they are named: they take minutes, or their result is a picture. */
const onlyWhereNamed: ReadonlySet<PartName> = new Set([
  'first-rows',
  'documents',
  'recorder',
  'shift',
  'wall',
  'film',
]);

const defaultRuns = 7;
/** Maximum minutes per part. `first-rows` loads every page twice under two conditions, seven times. */
const longestMinutes = { usual: 10, 'first-rows': 60 } as const;

interface Order {
  readonly chosen: readonly PartName[];
  readonly runs: number;
}

/**
 * Reads the arguments of the command.
 *
 * @throws Error with one sentence on the mistake.
 */
function readOrder(args: readonly string[]): Order {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string', default: String(defaultRuns) } },
    allowPositionals: true,
  });
  if (!/^[1-9]\d?$/.test(values.runs))
    throw new Error(`--runs must be an integer from 1 to 99, not ${JSON.stringify(values.runs)}.`);
  const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined)
    throw new Error(`There is no part ${JSON.stringify(unknown)}; there are ${Object.keys(parts).join(', ')}.`);
  const named = positionals.filter(isPart);
  return {
    chosen:
      named.length > 0
        ? named
        : Object.keys(parts)
            .filter(isPart)
            .filter((name) => !onlyWhereNamed.has(name)),
    runs: Number(values.runs),
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs the parts named in `args`, or the default ones.
 *
 * @returns the exit code: 1 if something could not be measured.
 */
export async function run({
  args,
  ...place
}: Workplace & { readonly args: readonly string[] }): Promise<number> {
  try {
    const { chosen, runs } = readOrder(args);
    print(`${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}`);
    for (const part of chosen) {
      const minutes = longestMinutes[part === 'first-rows' ? part : 'usual'];
      const watchdog = setTimeout(() => {
        process.stderr.write(`Stopped: ${part} is not done after ${minutes} minutes.\n`);
        process.exit(1);
      }, minutes * 60_000).unref();
      for (const block of await parts[part](place, runs)) print(`\n${block}`);
      clearTimeout(watchdog);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`Not measured: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
