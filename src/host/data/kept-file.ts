/** Small files in the folder of data: written whole or not at all, for the eyes of their owner alone. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The parsed content of a file; `null` where there is none. */
export function readKept(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
  return JSON.parse(text);
}

/** @throws where it cannot be written; what stood there then stays. */
export function writeKept(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Of another process that writes at the same time this is another file.
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}
