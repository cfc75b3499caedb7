/**
 * Writes a note of each run (`run.json`). It is deleted at a normal end, so a remaining one shows that the
 * host was killed.
 */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from '#contract/json/parse.ts';

/**
 * Returns when the last run started (ISO 8601) if it did not end normally; `null` if it did, or if its note
 * cannot be read.
 */
function unfinishedSince(file: string): string | null {
  try {
    const run: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isPlainObject(run) && typeof run['startedAt'] === 'string' ? run['startedAt'] : null;
  } catch {
    return null;
  }
}

/**
 * Writes the note of this run into a folder that this process has claimed (folder-lock.ts).
 * @param report - gets a sentence if the run before was killed, or if the note cannot be written.
 * @returns a function that deletes the note: call it at a normal end.
 */
export function beginRun(folder: string, report: (line: string) => void): () => void {
  const file = join(folder, 'run.json');
  const before = unfinishedSince(file);
  if (before !== null)
    report(
      `The previous run, started at ${JSON.stringify(before.slice(0, 30))}, did not end normally: it was killed or crashed.`,
    );
  try {
    // The process number is for people who look for the process. No code reads it.
    const run = { pid: process.pid, startedAt: new Date().toISOString() };
    writeFileSync(`${file}.new`, `${JSON.stringify(run)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (cause) {
    report(`${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`);
    return () => undefined;
  }
  return () => rmSync(file, { force: true });
}
