/**
 * Reads and writes small files so that a crash of the machine leaves either the old content or the new one.
 * Files that need less: stored-file.ts.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Reads the text of a file; returns an empty text if the file cannot be read. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Reads the text of a file; returns `absent` if there is none.
 * @throws the system's error if the file exists and cannot be read.
 */
export function readFileOr(file: string, absent: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return absent;
    throw cause;
  }
}

/** Renames a damaged file within its folder. @returns its new name, or `null` if that failed. */
export function quarantine(file: string, now: number): string | null {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const base = `${file}.aside-${stamp}`;
  let newName = base;
  for (let next = 2; existsSync(newName); next += 1) newName = `${base}-${next}`;
  try {
    renameSync(file, newName);
    syncFile(dirname(file));
    return basename(newName);
  } catch {
    return null;
  }
}

export function syncFile(file: string): void {
  const opened = openSync(file, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Writes a file so that it survives a crash of the machine.
 * @throws the system's error if that fails. The file is then unchanged.
 */
export function writeDurably(file: string, text: string): void {
  makeFolder(dirname(file));
  const opened = openSync(`${file}.new`, 'w', 0o600);
  try {
    // Writes everything or throws: a single `write` may write a part on a nearly full disk.
    writeFileSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(`${file}.new`, file);
  syncFile(dirname(file));
}
