/** What a host writes into its folder of data about itself, so that the next one knows how it ended. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { isPlainObject } from '#contract/json/parse.ts';

interface Run {
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** The run that did not take its record away; `null` where the last one did, or what is there cannot be read. */
function unfinished(file: string): Run | null {
  try {
    const run: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isPlainObject(run)) return null;
    const { pid, startedAt } = run;
    return typeof pid === 'number' && typeof startedAt === 'string' ? { pid, startedAt } : null;
  } catch {
    return null;
  }
}

/** Milliseconds by which clocks may have been set since. */
const clockSlack = 60_000;

/**
 * Whether a process of another host is there. In a container the next one has the number of the last; after the machine
 * was started again anybody may have it.
 */
function isRunning({ pid, startedAt }: Run): boolean {
  if (pid === process.pid) return false;
  const machineStartedAt = Date.now() - 1000 * uptime();
  if (Date.parse(startedAt) < machineStartedAt - clockSlack) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
}

/** Whether a host that runs now keeps what it holds in a folder: two would overwrite each other's. */
export function isOfAnother(folder: string): boolean {
  const run = unfinished(join(folder, 'run.json'));
  return run !== null && isRunning(run);
}

/**
 * Begins the record of this run, in a folder that is made where there is none. One that cannot be written costs no more
 * than the record.
 *
 * @param report - told of a run before that was not ended, and of what cannot be written.
 * @returns to be called at the end.
 */
export function beginRun(folder: string, report: (line: string) => void): () => void {
  const file = join(folder, 'run.json');
  const before = unfinished(file);
  if (before && isRunning(before)) {
    report(`${folder} is that of another host (process ${before.pid}): what this one holds is not kept.`);
    return () => undefined;
  }
  if (before)
    report(
      `The run before, begun at ${JSON.stringify(before.startedAt.slice(0, 30))}, was not ended: it was killed or broke.`,
    );
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const run: Run = { pid: process.pid, startedAt: new Date().toISOString() };
    writeFileSync(`${file}.new`, `${JSON.stringify(run)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (cause) {
    report(`${folder} cannot be written (${reasonOf(cause)}): what this host holds is not kept.`);
    return () => undefined;
  }
  return () => rmSync(file, { force: true });
}
