import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}

/** Creates a folder. It may exist: another process may have created it meanwhile. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST' || !statSync(folder).isDirectory()) throw cause;
  }
}

/**
 * Creates a folder, and the folders above it, if they are missing. Node 20's own `recursive` option does not return
 * if a file system refuses a folder as if its parent were missing.
 *
 * @throws the error of the file system.
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT' || dirname(folder) === folder) throw cause;
    makeFolder(dirname(folder));
    makeOne(folder);
  }
}
