/** A small file of the host's own that is either as it was before a write or as it is after: never between. */

import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What stands in a file; empty where there is none. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
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
