/** Opens the history file. A damaged file is quarantined, and a newer one refused (docs/understand/history.md). */

import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'libsql';
import { makeFolder } from '#host/data/make-folder.ts';
import type { HistoryFile, Opening } from '../store.ts';
import { schemaVersion } from '../tables.ts';
import { CommitMark, markedSeq, removeMark } from './commit-mark.ts';
import { faultOf } from './faults.ts';
import { copyBeforeUpgrade, copyOfVersion } from './file-copy.ts';
import { LibsqlStore } from './libsql-store.ts';
import { acknowledgeQuarantine, type Notice, pendingQuarantine, quarantineFile } from './quarantine.ts';
import {
  allOf,
  closeUnlocked,
  hasTables,
  isIntact,
  openFile,
  takeExclusive,
  upgrade,
  vacuumInto,
  versionOf,
} from './sqlite.ts';

type Found = 'whole' | 'damaged' | 'newer';

type OpeningOfStored = { readonly kind: 'open'; readonly store: HistoryFile } | { readonly kind: 'damaged' };

/**
 * Returns the path of the digest of the history file, written when the file is closed. Another digest means
 * that something else changed the file.
 */
function digestFile(file: string): string {
  return `${file}.sum`;
}

/** Computes the SHA-256 of a file. Reads it in pieces, so that it may have any size. */
function digestOf(file: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1024 ** 2);
  const descriptor = openSync(file, 'r');
  try {
    for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece))
      hash.update(piece.subarray(0, read));
    return hash.digest('hex');
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Whether the history file is unchanged since it was closed; `null` if unknown: its host was killed, or the
 * file is a copy.
 */
function isAsClosed(file: string): boolean | null {
  if (existsSync(`${file}-wal`) || !existsSync(digestFile(file)) || !existsSync(file)) return null;
  if (statSync(file).isDirectory()) return false;
  const noted = readFileSync(digestFile(file), 'utf8').trim();
  return /^[0-9a-f]{64}$/.test(noted) ? noted === digestOf(file) : null;
}

const sqliteMark = 'SQLite format 3\0';

/**
 * Reads from the header of a SQLite file its schema version, and whether it has no tables. Does not change
 * the file. Version -1: there is no header. Version 0: it has no version, or is of another format.
 */
function headOf(file: string): { readonly version: number; readonly isEmpty: boolean } {
  const head = Buffer.alloc(105);
  if (!existsSync(file)) return { version: -1, isEmpty: true };
  const opened = openSync(file, 'r');
  try {
    const length = readSync(opened, head);
    if (length >= 64 && head.toString('latin1', 0, sqliteMark.length) !== sqliteMark)
      return { version: 0, isEmpty: false };
    // The page is a B-tree leaf without cells: a host was killed while it created the file, before the first
    // table.
    const isEmpty = head.readUInt8(100) === 0x0d && head.readUInt16BE(103) === 0;
    return { version: length < 64 ? -1 : head.readUInt32BE(60), isEmpty };
  } finally {
    closeSync(opened);
  }
}

function removeCompanions(file: string): void {
  rmSync(digestFile(file), { force: true });
  removeMark(file);
}

/** Closes a file after an error. Otherwise the next attempt would find it locked. */
function abandon(database: Database.Database): void {
  try {
    if (database.inTransaction) database.exec('rollback');
    closeUnlocked(database);
  } catch {
    // The first error is reported already.
  }
}

/**
 * Checks an open file. Creates the tables of an empty file. Copies and upgrades a file of an older version
 * after the check.
 */
function inspect(file: string, database: Database.Database, isKnownIntact: boolean): Found {
  const version = versionOf(database);
  if (version > schemaVersion) return 'newer';
  const isEmpty = version === 0 && !hasTables(database);
  if (version < 0 || (version === 0 && !isEmpty)) return 'damaged';
  if (!isEmpty && !isIntact(database, isKnownIntact)) return 'damaged';
  if (version < schemaVersion) {
    if (!isEmpty) copyBeforeUpgrade(file, version, (copy) => vacuumInto(database, copy));
    upgrade(database, version);
  }
  return 'whole';
}

function noticeIn(database: Database.Database): Notice | null {
  const sql = "select since, kept from notice where kind = 'damaged' order by since desc limit 1";
  const [row] = allOf(database, sql);
  if (!row) return null;
  const [since, stored] = row;
  return { kind: 'damaged', since: Number(since), kept: String(stored) };
}

function hasPolls(database: Database.Database): boolean {
  return allOf(database, 'select 1 from look limit 1').length > 0;
}

function isShortened(file: string, database: Database.Database): boolean {
  const marked = markedSeq(file);
  if (marked === null) return false;
  const [row] = versionOf(database) === 0 ? [] : allOf(database, 'select max(seq) from look');
  return Number(row?.[0] ?? 0) < marked;
}

type Tried =
  | { readonly found: 'whole'; readonly database: Database.Database }
  | { readonly found: 'damaged' | 'newer' }
  /** The file is damaged and still open: closing would change it. */
  | { readonly found: 'opened'; readonly database: Database.Database };

/** Makes the file readable by its owner only. SQLite gives a new log the mode of its file. */
function restrictMode(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const name of [file, `${file}-wal`]) {
    try {
      if (existsSync(name)) chmodSync(name, 0o600);
    } catch (cause) {
      // A file of another user keeps its mode.
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EPERM')) throw cause;
    }
  }
}

function tryOpen(file: string): Tried {
  const asClosed = isAsClosed(file);
  if (asClosed === false) return { found: 'damaged' };
  if (existsSync(file) && statSync(file).isDirectory()) return { found: 'damaged' };
  // The file is gone, but its log is there.
  if (!existsSync(file) && existsSync(`${file}-wal`)) writeFileSync(file, '');
  const { version, isEmpty } = headOf(file);
  if (version > schemaVersion) return { found: 'newer' };
  // A file that was never checkpointed has its version in the log.
  if (version === 0 && !isEmpty && !existsSync(`${file}-wal`)) return { found: 'damaged' };
  // From now on the file changes, also if this process is killed.
  rmSync(digestFile(file), { force: true });
  restrictMode(file);
  const database = openFile(file);
  try {
    takeExclusive(database, version === -1 && !existsSync(`${file}-wal`));
    if (isShortened(file, database)) return { found: 'opened', database };
    const found = inspect(file, database, asClosed === true);
    if (found === 'whole') return { found, database };
    if (found === 'damaged') return { found: 'opened', database };
    closeUnlocked(database);
    return { found };
  } catch (cause) {
    if (faultOf(cause) === 'damaged') return { found: 'opened', database };
    abandon(database);
    throw cause;
  }
}

/**
 * Returns the opening of a file that a newer version of Edgewatch wrote. Before its upgrade that version copied
 * the file for this one.
 */
function refusedAsNewer(file: string): Exclude<Opening, { kind: 'open' }> {
  const copy = copyOfVersion(file, schemaVersion);
  const backup = existsSync(copy) ? copy : 'a backup of this version';
  const why = `${file} was written by a newer version of Edgewatch and stays as it is. Use that version, or restore ${backup}.`;
  return { kind: 'newer', why };
}

/**
 * Opens the history file. Quarantines a damaged file and starts a new one. Refuses a newer file.
 * @param file - path of the file. Its folder is created if necessary.
 * @param now - epoch milliseconds.
 * @throws if memory is short: the file may be good, and a restart may succeed.
 */
export async function openStore(file: string, now: number = Date.now()): Promise<Opening> {
  try {
    makeFolder(dirname(file));
    const pending = pendingQuarantine(file);
    if (pending && !existsSync(file)) removeCompanions(file);
    let opened = tryOpen(file);
    if (opened.found === 'newer') return refusedAsNewer(file);
    let notice: Notice | null = null;
    if (opened.found !== 'whole') {
      const damaged = opened.found === 'opened' ? opened.database : null;
      notice = quarantineFile(file, now, damaged && (() => abandon(damaged)));
      removeCompanions(file);
      opened = tryOpen(file);
    }
    if (opened.found !== 'whole') throw new Error(`A new ${file} is ${opened.found}.`);
    const { database } = opened;
    try {
      const known = noticeIn(database);
      // A file with polls is not the one that replaced the quarantined file.
      if (pending && !known && !hasPolls(database)) notice ??= pending;
      if (notice)
        database
          .prepare('insert into notice (since, kind, kept) values (?, ?, ?)')
          .run([notice.since, notice.kind, notice.kept]);
      acknowledgeQuarantine(file);
      // Not a new schema version: older versions can read a file with this index, too.
      database.exec('create index if not exists log_item on log (item, at)');
      return { kind: 'open', store: storeIn(file, database), notice: notice ?? known };
    } catch (cause) {
      abandon(database);
      throw cause;
    }
  } catch (cause) {
    if (faultOf(cause) === 'memory') throw cause;
    return hindrance(cause);
  }
}

function storeIn(file: string, database: Database.Database): LibsqlStore {
  const mark = new CommitMark(file);
  const onCommitted = (seq: number) => mark.set(seq);
  return new LibsqlStore(database, onCommitted, () => {
    try {
      closeUnlocked(database);
      mark.remove();
      writeFileSync(
        digestFile(file),
        `${digestOf(file)}
`,
        { mode: 0o600 },
      );
    } catch (cause) {
      // Committed rows are in the log. The next start finds them there.
      if (faultOf(cause) !== 'disk-full') throw cause;
    }
  });
}

function hindrance(cause: unknown): Exclude<Opening, { kind: 'open' }> {
  const fault = faultOf(cause);
  const why = cause instanceof Error ? cause.message : String(cause);
  return { kind: fault === 'locked' || fault === 'disk-full' ? fault : 'read-only', why };
}

/** Opens an existing history file for commands, while no host runs. Creates and quarantines nothing. */
export async function openStored(file: string): Promise<Exclude<Opening, { kind: 'open' }> | OpeningOfStored> {
  try {
    const opened = tryOpen(file);
    if (opened.found === 'whole') return { kind: 'open', store: storeIn(file, opened.database) };
    if (opened.found === 'newer') return refusedAsNewer(file);
    if (opened.found === 'opened') opened.database.close();
    return { kind: 'damaged' };
  } catch (cause) {
    return hindrance(cause);
  }
}
