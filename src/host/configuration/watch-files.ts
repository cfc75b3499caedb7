/**
 * Watches files by polling. File-system events come late or never for mounted folders and for symbolic links
 * that change.
 */

import { type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * Milliseconds between two polls. A change counts once a file looks the same at two polls, so that
 * half-written files are skipped.
 */
const pollPause = 2_000;

function stateText(stats: Stats | undefined): string {
  return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : 'absent';
}

async function stateOf(file: string): Promise<string> {
  return stateText(await stat(file).catch(() => undefined));
}

/** Reads the state of a file synchronously. Used at the start, when the files were just read. */
function stateNow(file: string): string {
  try {
    return stateText(statSync(file));
  } catch {
    return stateText(undefined);
  }
}

export interface Watch {
  check(): Promise<void>;
  close(): void;
}

/**
 * Watches files for changes.
 * @param files - returns the files to watch, at each poll.
 * @param onChange - gets the changed files, once they look the same at two polls.
 */
export function watchFiles(
  files: () => readonly string[],
  onChange: (changed: readonly string[]) => void,
): Watch {
  /** State of each file. `known`: as last reported. `seen`: as last polled. */
  const states = new Map<string, { readonly known: string; readonly seen: string }>();
  for (const file of files()) {
    const state = stateNow(file);
    states.set(file, { known: state, seen: state });
  }
  const pollFile = async (file: string): Promise<boolean> => {
    const seen = await stateOf(file);
    const before = states.get(file);
    const isSettled = before !== undefined && before.seen === seen && before.known !== seen;
    states.set(file, { known: before && !isSettled ? before.known : seen, seen });
    return isSettled;
  };
  const check = async () => {
    const watched = [...new Set(files())];
    for (const file of states.keys()) if (!watched.includes(file)) states.delete(file);
    const settled = await Promise.all(watched.map(pollFile));
    const changed = watched.filter((_file, index) => settled[index]);
    if (changed.length > 0) onChange(changed);
  };
  const timer = setInterval(() => void check(), pollPause);
  timer.unref();
  return { check, close: () => clearInterval(timer) };
}
