/**
 * Notices that files are others than before. They are looked at every few seconds: notices of the file system come late or
 * never where a folder is mounted, or a link in the path is turned to another file.
 */

import { type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Milliseconds; what is being written is left alone until it looks the same twice. */
const lookPause = 2_000;

/** Tells one state of a file from another; an absent one has a state as well. */
function stateText(stats: Stats | undefined): string {
  return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : 'absent';
}

async function stateOf(file: string): Promise<string> {
  return stateText(await stat(file).catch(() => undefined));
}

/** At once, for what was just read. */
function stateNow(file: string): string {
  try {
    return stateText(statSync(file));
  } catch {
    return stateText(undefined);
  }
}

export interface Watch {
  /** Looks once, as it does every few seconds. */
  look(): Promise<void>;
  close(): void;
}

/**
 * @param files - those to look at; asked anew for each look.
 * @param onChange - told which of them are others, once they are the same at two looks.
 */
export function watchFiles(
  files: () => readonly string[],
  onChange: (changed: readonly string[]) => void,
): Watch {
  /** What was told last, and what was seen last. */
  const states = new Map<string, { readonly known: string; readonly seen: string }>();
  for (const file of files()) {
    const state = stateNow(file);
    states.set(file, { known: state, seen: state });
  }
  const lookAt = async (file: string): Promise<boolean> => {
    const seen = await stateOf(file);
    const before = states.get(file);
    const isSettled = before !== undefined && before.seen === seen && before.known !== seen;
    states.set(file, { known: before && !isSettled ? before.known : seen, seen });
    return isSettled;
  };
  const look = async () => {
    const watched = [...new Set(files())];
    for (const file of states.keys()) if (!watched.includes(file)) states.delete(file);
    const settled = await Promise.all(watched.map(lookAt));
    const changed = watched.filter((_file, index) => settled[index]);
    if (changed.length > 0) onChange(changed);
  };
  const timer = setInterval(() => void look(), lookPause);
  timer.unref();
  return { look, close: () => clearInterval(timer) };
}
