/**
 * The number of the newest committed look, beside the file and after each commit. It is not synced, so it never runs ahead of
 * the file; but where a host was killed and the log of the file was damaged then, it tells that rows are gone: SQLite takes
 * a log that breaks off for one that was not written further.
 */

import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { faultOf } from './faults.ts';

function markFile(file: string): string {
  return `${file}.mark`;
}

/** `null` where there is none, or it cannot be read as one. */
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
      // What is committed is; less is told of it.
      if (faultOf(cause) !== 'disk-full') throw cause;
    }
  }

  /** The file was closed as it should be: its digest tells more. */
  remove(): void {
    closeSync(this.#descriptor);
    removeMark(this.#file);
  }
}
