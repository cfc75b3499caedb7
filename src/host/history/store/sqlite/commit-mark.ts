/**
 * Writes the sequence number of the newest committed poll beside the history file, after each commit. It is
 * not synced, so it is never ahead of the file. After a kill with a damaged log it shows that rows are
 * missing: SQLite takes a broken log for a shorter one.
 */

import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { faultOf } from './faults.ts';

function markFile(file: string): string {
  return `${file}.mark`;
}

/** Reads the marked sequence number; `null` if there is no readable mark. */
export function markedSeq(file: string): number | null {
  if (!existsSync(markFile(file))) return null;
  const text = readFileSync(markFile(file), 'latin1');
  return /^\d{16}$/.test(text) ? Number(text) : null;
}

export function removeMark(file: string): void {
  rmSync(markFile(file), { force: true });
}

export class CommitMark {
  readonly #file: string;
  readonly #descriptor: number;

  constructor(file: string) {
    this.#file = file;
    this.#descriptor = openSync(markFile(file), 'w', 0o600);
  }

  set(seq: number): void {
    try {
      writeSync(this.#descriptor, String(seq).padStart(16, '0'), 0, 'latin1');
    } catch (cause) {
      // The rows are committed. Only the mark is missing.
      if (faultOf(cause) !== 'disk-full') throw cause;
    }
  }

  /** Closes and deletes the mark. After a regular close the file is checked by its digest instead. */
  remove(): void {
    closeSync(this.#descriptor);
    removeMark(this.#file);
  }
}
