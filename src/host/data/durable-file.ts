/** A small file of the host's own that is either as it was before a write or as it is after: never between. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';

/** What stands in a file; empty where there is none. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * The text of a file, or `absent` if there is none.
 *
 * @throws the error of the system if there is one that cannot be read.
 */
export function readFileOr(file: string, absent: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return absent;
    throw cause;
  }
}

/** Renames a damaged file beside itself. @returns its new name, or `null` if that failed. */
export function quarantine(file: string, now: number): string | null {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const base = `${file}.aside-${stamp}`;
  let kept = base;
  for (let next = 2; existsSync(kept); next += 1) kept = `${base}-${next}`;
  try {
    renameSync(file, kept);
    syncFile(dirname(file));
    return basename(kept);
  } catch {
    return null;
  }
}

/** What stands in a file, or which files in a folder, is there after a crash of the machine. */
export function syncFile(file: string): void {
  const opened = openSync(file, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Writes a file so that it is there after a crash of the machine.
 *
 * @throws the error of the system, with its code; the file is then as it was.
 */
export function writeDurably(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const opened = openSync(`${file}.new`, 'w', 0o600);
  try {
    // The whole of it, or an error: one write may take a part where the disk is nearly full.
    writeFileSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(`${file}.new`, file);
  syncFile(dirname(file));
}
