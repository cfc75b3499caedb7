/** The benchmarks, one part after the other; docs/benchmarks.md says how to read them. */

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runFind } from './find.ts';
import { runPage } from './page/page.ts';
import { runService } from './service/service.ts';
import { runShift } from './shift.ts';
import { runStart } from './start.ts';
import { runDivided } from './steady/divided.ts';
import { runSteady } from './steady/steady.ts';
import type { Workplace } from './support/workplace.ts';
import { runTable } from './table/table.ts';
import { runWall } from './wall.ts';

const parts = {
  page: runPage,
  service: runService,
  start: runStart,
  table: runTable,
  steady: runSteady,
  divided: runDivided,
  find: runFind,
  shift: runShift,
  wall: runWall,
} as const;

type PartName = keyof typeof parts;

const defaultRuns = 7;
/** Of one part. */
const longestMilliseconds = 600_000;

interface Order {
  readonly chosen: readonly PartName[];
  readonly runs: number;
}

/** @throws Error in one sentence. */
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
  // The keys of `parts` are its names. A wall is watched for minutes, and so are all pages: only where it is asked for.
  return {
    chosen:
      named.length > 0
        ? named
        : (Object.keys(parts) as PartName[]).filter((name) => name !== 'wall' && name !== 'shift'),
    runs: Number(values.runs),
  };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs the parts that `args` name, or all. @returns the exit code: 1 where something could not be measured. */
export async function run({
  args,
  ...place
}: Workplace & { readonly args: readonly string[] }): Promise<number> {
  try {
    const { chosen, runs } = readOrder(args);
    print(`${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}`);
    for (const part of chosen) {
      const watchdog = setTimeout(() => {
        process.stderr.write(`Stopped: ${part} is not done after ${longestMilliseconds / 60_000} minutes.\n`);
        process.exit(1);
      }, longestMilliseconds).unref();
      for (const block of await parts[part](place, runs)) print(`\n${block}`);
      clearTimeout(watchdog);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`Not measured: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
