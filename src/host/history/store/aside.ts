/** Files that cannot be used are kept beside the one that takes their place, byte for byte (history-api.md, part 10). */

import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { syncFile } from '#host/data/durable-file.ts';

/** 20261123T030020Z */
function stamp(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

const stamped = /\.aside-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z(?:-(\d{1,9}))?$/;

export interface Aside {
  /** Epoch milliseconds, a whole second. */
  readonly since: number;
  /** Its name in the folder. */
  readonly kept: string;
}

/** The file that was set aside last, if any. */
export function newestAside(file: string): Aside | null {
  let newest: (Aside & { readonly nth: number }) | null = null;
  for (const kept of readdirSync(dirname(file))) {
    const [end, year, month, date, hour, minute, second, nth = '1'] = stamped.exec(kept) ?? [];
    if (end === undefined || kept !== basename(file) + end) continue;
    const since = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
    if (Number.isNaN(since)) continue;
    const aside = { since, kept, nth: Number(nth) };
    if (!newest || since > newest.since || (since === newest.since && aside.nth > newest.nth)) newest = aside;
  }
  return newest && { since: newest.since, kept: newest.kept };
}

/**
 * Moves a file, and what belongs to it, out of the way.
 *
 * @param letGo - of a file that is open: to close it changes it.
 * @returns under which name it is kept.
 * @throws the error of the system where the disk does not take all of it: then the file stays where it is.
 */
export function setAside(file: string, now: number, letGo: (() => void) | null): string {
  const base = `${file}.aside-${stamp(now)}`;
  let kept = base;
  for (let next = 2; existsSync(kept); next += 1) kept = `${base}-${next}`;
  const ends = existsSync(`${file}-wal`) ? ['', '-wal'] : [''];
  if (letGo) {
    try {
      // Byte for byte before it is closed, for that would put it in order.
      for (const end of ends) {
        copyFileSync(file + end, kept + end);
        syncFile(kept + end);
      }
      syncFile(dirname(file));
    } catch (cause) {
      // A part of it would pass for the whole.
      for (const end of ends) rmSync(kept + end, { force: true });
      throw cause;
    } finally {
      letGo();
    }
    for (const end of ['', '-wal']) rmSync(file + end, { force: true });
  } else {
    for (const end of ends) renameSync(file + end, kept + end);
    syncFile(dirname(file));
  }
  return basename(kept);
}
