/**
 * Which host uses a data folder. The lock belongs to the operating system: the kernel releases it when the process ends,
 * also after `kill -9`, and it does not depend on process numbers, which repeat in every container.
 *
 * Node has no call for file locks, so the lock is SQLite's own exclusive lock on a file of its own (fcntl). It holds between
 * containers on one machine, and on network folders whose server grants locks (NFS 4, SMB). A mount that grants locks to
 * each machine by itself (`nolock`, some FUSE and 9p mounts) cannot show a host on another machine.
 */

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

export type FolderClaim =
  /** `release` is for a process that goes on. The kernel does the same when it ends. */
  | { readonly kind: 'ours'; release(): void }
  | { readonly kind: 'of-another' }
  /** The folder is read-only. Its files can still be read. */
  | { readonly kind: 'read-only'; readonly code: string }
  /** The file system grants no locks, so nobody can tell whether another host uses the folder. */
  | { readonly kind: 'no-locks'; readonly code: string };

/** SQLite deletes and reopens nothing here: it only locks this file, which stays empty. */
const lockName = 'host.lock';

/** Milliseconds. A restart may begin while the process before is ending. */
const lockTimeout = 200;

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && cause.code !== '' ? String(cause.code) : 'unknown error';
}

/**
 * Claims a folder for this process, and makes the folder if it is missing.
 *
 * Call it once per process: POSIX drops a process's lock when the process closes any other descriptor of the file.
 */
export async function claimFolder(folder: string): Promise<FolderClaim> {
  const file = join(folder, lockName);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
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

/** A sentence for the log; `null` if this host uses the folder. */
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
