/** Writes copies of an open history file. */

import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile } from '#host/data/durable-file.ts';

/**
 * Writes a copy of a history file: synced, readable by its owner only, complete or absent.
 * @param vacuumInto - lets SQLite write the copy.
 * @throws the system's error if the file exists already.
 */
export function writeCopy(file: string, vacuumInto: (file: string) => void): void {
  // SQLite accepts an empty file as a new database.
  const opened = openSync(file, 'wx', 0o600);
  try {
    vacuumInto(file);
    fsyncSync(opened);
  } catch (cause) {
    rmSync(file, { force: true });
    throw cause;
  } finally {
    closeSync(opened);
  }
}

/** Returns the path of the copy that is written before a file of an older schema version is upgraded. */
export function copyOfVersion(file: string, version: number): string {
  return `${file}.version-${version}`;
}

/** Writes the copy for a downgrade. It replaces the copy of an earlier upgrade from the same version. */
export function copyBeforeUpgrade(file: string, version: number, vacuumInto: (file: string) => void): void {
  const copy = copyOfVersion(file, version);
  // A host that was killed meanwhile may have left a part of it.
  rmSync(`${copy}.new`, { force: true });
  writeCopy(`${copy}.new`, vacuumInto);
  renameSync(`${copy}.new`, copy);
  syncFile(dirname(copy));
}
