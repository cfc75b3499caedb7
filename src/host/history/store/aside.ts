/**
 * Files that cannot be used are kept beside the one that takes their place, byte for byte (docs/understand/history-api.md, part 8). A note in the
 * folder says so until the new file does: a kill in between leaves no file aside of which nobody tells.
 */

import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readIfThere, syncFile, writeDurably } from '#host/data/durable-file.ts';
import type { Opening } from '../store.ts';

export type Notice = NonNullable<Extract<Opening, { kind: 'open' }>['notice']>;

function noteFile(file: string): string {
  return `${file}.unsaid`;
}

/** 20261123T030020Z */
function stamp(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/**
 * Moves a file, and what belongs to it, out of the way.
 *
 * @param release - of a file that is open: to close it changes it.
 * @returns what is to be said of it.
 * @throws the error of the system where the disk does not take all of it: then the file stays where it is.
 */
export function setAside(
  file: string,
  kind: Notice['kind'],
  now: number,
  release: (() => void) | null,
): Notice {
  const base = `${file}.aside-${stamp(now)}`;
  let kept = base;
  for (let next = 2; existsSync(kept); next += 1) kept = `${base}-${next}`;
  const notice = { kind, since: now, kept: basename(kept) };
  const ends = existsSync(`${file}-wal`) ? ['', '-wal'] : [''];
  try {
    writeDurably(noteFile(file), JSON.stringify(notice));
    if (release) {
      // Byte for byte before it is closed, for that would put it in order.
      for (const end of ends) {
        copyFileSync(file + end, kept + end);
        syncFile(kept + end);
      }
      syncFile(dirname(file));
    }
  } catch (cause) {
    // A part of it would pass for the whole.
    for (const end of ends) rmSync(kept + end, { force: true });
    throw cause;
  } finally {
    release?.();
  }
  if (release) for (const end of ['', '-wal']) rmSync(file + end, { force: true });
  else {
    for (const end of ends) renameSync(file + end, kept + end);
    syncFile(dirname(file));
  }
  return notice;
}

function noteOf(file: string): Notice | null {
  try {
    const { kind, since, kept }: Partial<Record<keyof Notice, unknown>> = Object(
      JSON.parse(readIfThere(noteFile(file))),
    );
    const isOurs = typeof kept === 'string' && kept === basename(kept) && kept.startsWith(basename(file));
    if (!isOurs || typeof since !== 'number') return null;
    return { kind: kind === 'newer' ? 'newer' : 'damaged', since, kept };
  } catch {
    return null;
  }
}

/** What a host that was killed had set aside and not said; the move of it is ended. It may have been killed before it moved anything. */
export function unsaidAside(file: string): Notice | null {
  const notice = noteOf(file);
  const kept = join(dirname(file), notice?.kept ?? '');
  if (!notice || !existsSync(kept)) return null;
  const log = `${file}-wal`;
  if (!existsSync(file) && existsSync(log)) {
    if (existsSync(`${kept}-wal`)) rmSync(log);
    else renameSync(log, `${kept}-wal`);
  }
  return notice;
}

/** The new file says it. */
export function said(file: string): void {
  rmSync(noteFile(file), { force: true });
}
