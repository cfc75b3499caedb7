/**
 * Reads and writes small JSON files in the data folder, atomically and readable only by their owner. A crash
 * of the machine may lose the last write (durable-file.ts does not).
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

export function readStored(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
  return JSON.parse(text);
}

/**
 * Writes `value` as JSON.
 * @throws the system's error if the file cannot be written. The old content then stays.
 */
export function writeStored(file: string, value: unknown): void {
  makeFolder(dirname(file));
  // The process id keeps the temporary file apart from that of a simultaneous writer.
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}
