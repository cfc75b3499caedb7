/**
 * Locks a data folder, so that only one host writes there. The lock belongs to the operating system: the
 * kernel releases it when the process ends, also after `kill -9`. It does not depend on process numbers,
 * which repeat in every container.
 * Node has no call for file locks, so the lock is SQLite's own exclusive lock on a file of its own (fcntl).
 * It holds between containers on one machine, and on network folders whose server grants locks (NFS 4, SMB).
 * A mount that grants locks to each machine by itself (`nolock`, some FUSE and 9p mounts) cannot show a host
 * on another machine.
 */

import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

export type FolderClaim =
  /** This process has the lock. `release` gives it back early; at the end of the process the kernel does. */
  | { readonly kind: 'ours'; release(): void }
  | { readonly kind: 'of-another' }
  /** The folder is read-only. Its files can still be read. */
  | { readonly kind: 'read-only'; readonly code: string }
  /** The file system grants no locks, so nobody can tell whether another host uses the folder. */
  | { readonly kind: 'no-locks'; readonly code: string };

/** Name of the lock file. It stays empty: SQLite only locks it. */
const lockName = 'host.lock';

/** Maximum milliseconds to wait for the lock. At a restart the previous process may still be ending. */
const lockTimeout = 200;

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && cause.code !== '' ? String(cause.code) : 'unknown error';
}

/**
 * Locks a folder for this process, and makes the folder if it is missing.
 * Call it once per process: POSIX drops a process's lock when the process closes any other descriptor of the
 * file.
 */
export async function claimFolder(folder: string): Promise<FolderClaim> {
  const file = join(folder, lockName);
  try {
    makeFolder(folder);
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    return { kind: 'read-only', code: codeOf(cause) };
  }
  try {
    const { default: Database } = await import('libsql');
    const database = new Database(file, { timeout: lockTimeout });
    // A journal would be a second file, and nothing is ever written.
    database.exec('pragma journal_mode = off');
    database.exec('begin exclusive');
    return {
      kind: 'ours',
      release() {
        database.exec('rollback');
        database.close();
      },
    };
  } catch (cause) {
    const code = codeOf(cause);
    return code.startsWith('SQLITE_BUSY') ? { kind: 'of-another' } : { kind: 'no-locks', code };
  }
}

/**
 * Returns a sentence for the log that says why this host stores nothing in the folder; `null` if it does
 * store there.
 */
export function claimNotice(folder: string, claim: FolderClaim): string | null {
  switch (claim.kind) {
    case 'ours':
      return null;
    case 'of-another':
      return `Another host uses ${folder}. This host still serves pages, but stores nothing there.`;
    case 'read-only':
      return `${folder} cannot be written (${claim.code}). This host still serves pages, but stores nothing there.`;
    case 'no-locks':
      return `${folder} cannot be locked (${claim.code}), so another host may use it. This host still serves pages, but stores nothing there.`;
  }
}
