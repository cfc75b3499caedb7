/**
 * Quarantines history files that cannot be used: they are stored byte for byte beside the file that replaces
 * them (docs/understand/history-api.md, part 8). A note in the folder records the quarantine until the new
 * file does, so that a kill in between leaves no unreported file.
 */

import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readIfThere, syncFile, writeDurably } from '#host/data/durable-file.ts';
import type { Opening } from '../store.ts';

export type Notice = NonNullable<Extract<Opening, { kind: 'open' }>['notice']>;

function noteFile(file: string): string {
  return `${file}.unsaid`;
}

/** Formats epoch milliseconds for a file name: 20261123T030020Z. */
function stamp(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/**
 * Quarantines a history file and its log.
 * @param release - closes the file, which changes it; `null` if the file is not open.
 * @returns the notice to show.
 * @throws the system's error if the disk cannot take a complete copy. The file then stays in place.
 */
export function quarantineFile(file: string, now: number, release: (() => void) | null): Notice {
  const base = `${file}.aside-${stamp(now)}`;
  let newName = base;
  for (let next = 2; existsSync(newName); next += 1) newName = `${base}-${next}`;
  const notice = { kind: 'damaged', since: now, kept: basename(newName) } as const;
  const ends = existsSync(`${file}-wal`) ? ['', '-wal'] : [''];
  try {
    writeDurably(noteFile(file), JSON.stringify(notice));
    if (release) {
      // Copied byte for byte before closing, because closing would modify it.
      for (const end of ends) {
        copyFileSync(file + end, newName + end);
        syncFile(newName + end);
      }
      syncFile(dirname(file));
    }
  } catch (cause) {
    // An incomplete copy could be taken for a complete one.
    for (const end of ends) rmSync(newName + end, { force: true });
    throw cause;
  } finally {
    release?.();
  }
  if (release) for (const end of ['', '-wal']) rmSync(file + end, { force: true });
  else {
    for (const end of ends) renameSync(file + end, newName + end);
    syncFile(dirname(file));
  }
  return notice;
}

function noteOf(file: string): Notice | null {
  try {
    const { since, kept: stored }: Partial<Record<keyof Notice, unknown>> = Object(
      JSON.parse(readIfThere(noteFile(file))),
    );
    const isOurs =
      typeof stored === 'string' && stored === basename(stored) && stored.startsWith(basename(file));
    if (!isOurs || typeof since !== 'number') return null;
    return { kind: 'damaged', since, kept: stored };
  } catch {
    return null;
  }
}

/**
 * Finds a quarantine that a killed host had begun and not reported, and completes the move of the log.
 * @returns `null` if there is none, or the file itself was not moved.
 */
export function pendingQuarantine(file: string): Notice | null {
  const notice = noteOf(file);
  const newName = join(dirname(file), notice?.kept ?? '');
  if (!notice || !existsSync(newName)) return null;
  const log = `${file}-wal`;
  if (!existsSync(file) && existsSync(log)) {
    if (existsSync(`${newName}-wal`)) rmSync(log);
    else renameSync(log, `${newName}-wal`);
  }
  return notice;
}

export function acknowledgeQuarantine(file: string): void {
  rmSync(noteFile(file), { force: true });
}
