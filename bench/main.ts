/** Runs the benchmarks one after another. docs/develop/benchmarks.md explains the results. */

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runCdn } from './cdn/cdn.ts';
import { compareGateway } from './gateway/compare.ts';
import { runGateway } from './gateway/gateway.ts';
import { runHosts } from './history/hosts.ts';
import { runHistoryLoad } from './history/load.ts';
import { runHistory } from './history/memory.ts';
import { runRecorder } from './history/recorder.ts';
import { runHistoryStalls } from './history/stalls.ts';
import { runHistoryStore } from './history/store.ts';
import { compareObserver, runObserver } from './observer/observer.ts';
import { runDocuments } from './page/documents/documents.ts';
import { compareFilms, runFilm } from './page/film.ts';
import { runFind } from './page/find.ts';
import { compareFirstRows } from './page/first-rows/compare.ts';
import { runFirstRows } from './page/first-rows/first-rows.ts';
import { runPage } from './page/page.ts';
import { runShift } from './page/shift.ts';
import { runWall } from './page/wall.ts';
import { runImport } from './service/import.ts';
import { runService } from './service/service.ts';
import { runStart } from './start.ts';
import { runDivided } from './steady/divided.ts';
import { runSteady } from './steady/steady.ts';
import { type Build, buildOf } from './support/builds.ts';
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
  hosts: runHosts,
  recorder: runRecorder,
  shift: runShift,
  wall: runWall,
  film: runFilm,
  cdn: runCdn,
  import: runImport,
} as const;

type PartName = keyof typeof parts;

/** Parts that run only if they are named: they take minutes, or their result is a picture. */
const onlyWhereNamed: ReadonlySet<PartName> = new Set([
  'first-rows',
  'documents',
  'hosts',
  'recorder',
  'shift',
  'wall',
  'film',
  'cdn',
  'import',
]);

/** Parts that can measure another build by turns with the present one. */
const comparisons = {
  'first-rows': compareFirstRows,
  gateway: compareGateway,
  observer: compareObserver,
  film: compareFilms,
} as const;

const isComparable = (name: PartName): name is keyof typeof comparisons => Object.hasOwn(comparisons, name);

const defaultRuns = 7;
/** Maximum minutes per part. `first-rows` loads every page twice under two conditions, seven times. */
const longestMinutes = { usual: 10, 'first-rows': 60, compared: 120 } as const;

const usage = `npm run bench -- [PART…] [--runs N] [--against BUILD [--pages NAME,NAME…]]

  PART       ${Object.keys(parts).join(', ')}
  --runs     number of runs, 1 to 99, by default ${defaultRuns}
  --against  measures another build by turns with the present one, in the parts
             ${Object.keys(comparisons).join(', ')}.
             BUILD is a git reference, which is built in a temporary folder,
             or a folder that contains a build
  --pages    measures only these pages in first-rows and film, for example
             status,nodes`;

interface Order {
  readonly chosen: readonly PartName[];
  readonly runs: number;
  /** Git reference or folder of the build to compare with. `null`: compare with no build. */
  readonly against: string | null;
  /** Names of pages. Empty: all pages. */
  readonly pages: readonly string[];
}

/**
 * Reads the arguments of the command.
 *
 * @throws Error with one sentence on the mistake.
 */
function readOrder(args: readonly string[]): Order {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string', default: String(defaultRuns) },
      against: { type: 'string' },
      pages: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (!/^[1-9]\d?$/.test(values.runs))
    throw new Error(`--runs must be an integer from 1 to 99, not ${JSON.stringify(values.runs)}.`);
  const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined)
    throw new Error(`There is no part ${JSON.stringify(unknown)}; there are ${Object.keys(parts).join(', ')}.`);
  const named = positionals.filter(isPart);
  const { against = null, pages } = values;
  if (pages !== undefined && against === null) throw new Error('--pages needs --against.');
  const unlike = named.find((name) => against !== null && !isComparable(name));
  if (unlike !== undefined)
    throw new Error(`${unlike} has no --against; ${Object.keys(comparisons).join(', ')} have.`);
  return {
    chosen:
      named.length > 0
        ? named
        : Object.keys(parts)
            .filter(isPart)
            .filter((name) => (against === null ? !onlyWhereNamed.has(name) : isComparable(name))),
    runs: Number(values.runs),
    against,
    pages: pages?.split(',') ?? [],
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs one part. With `before`, measures that build by turns with the present one. */
function runPart(
  place: Workplace,
  part: PartName,
  { runs, pages }: Order,
  before: Build | null,
): Promise<readonly string[]> {
  if (before === null || !isComparable(part)) return parts[part](place, runs);
  return comparisons[part](place, runs, { before, now: { name: 'now', root: place.root } }, pages);
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
  if (args.includes('--help')) {
    print(usage);
    return 0;
  }
  try {
    const order = readOrder(args);
    const { chosen, against } = order;
    const before = against === null ? null : buildOf(place.root, against);
    print(`${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}`);
    for (const part of chosen) {
      const minutes = longestMinutes[before ? 'compared' : part === 'first-rows' ? part : 'usual'];
      const watchdog = setTimeout(() => {
        process.stderr.write(`Stopped: ${part} is not done after ${minutes} minutes.\n`);
        process.exit(1);
      }, minutes * 60_000).unref();
      for (const block of await runPart(place, part, order, before)) print(`\n${block}`);
      clearTimeout(watchdog);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`Not measured: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
