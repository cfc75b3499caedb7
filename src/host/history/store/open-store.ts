/** Opens the file of the record, or says why it cannot; what is damaged or newer is set aside, never deleted (docs/understand/history.md). */

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import type { HistoryStore, Opening } from '../store.ts';
import { type Notice, said, setAside, unsaidAside } from './aside.ts';
import { CommitMark, markedSeq, removeMark } from './commit-mark.ts';
import { faultOf } from './faults.ts';
import { LibsqlStore } from './libsql-store.ts';
import { quoted, schemaVersion, shapes, statementsSince } from './tables.ts';

/** Milliseconds that are waited for a file that another has. */
const busyTimeout = 100;

type Found = 'whole' | 'damaged' | 'newer';

type KeptOpening =
  | { readonly kind: 'open'; readonly store: HistoryStore }
  | { readonly kind: 'damaged' | 'newer' };

/** A digest of the file as it was closed: whatever was changed in it since was not us. */
function digestFile(file: string): string {
  return `${file}.sum`;
}

/** Of a file of any size, a piece at a time. */
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

/** Whether the file is as it was closed; `null` where nobody knows: its host was killed, or a copy was put there. */
function isAsClosed(file: string): boolean | null {
  if (existsSync(`${file}-wal`) || !existsSync(digestFile(file)) || !existsSync(file)) return null;
  if (statSync(file).isDirectory()) return false;
  const noted = readFileSync(digestFile(file), 'utf8').trim();
  return /^[0-9a-f]{64}$/.test(noted) ? noted === digestOf(file) : null;
}

/** What stands in the head of a file, before anything is changed in it; version -1 where there is no head. */
function headOf(file: string): { readonly version: number; readonly isEmpty: boolean } {
  const head = Buffer.alloc(105);
  if (!existsSync(file)) return { version: -1, isEmpty: true };
  const opened = openSync(file, 'r');
  try {
    const length = readSync(opened, head);
    // A leaf that lists no table: what a host leaves that is killed while it makes the file.
    const isEmpty = head.readUInt8(100) === 0x0d && head.readUInt16BE(103) === 0;
    return { version: length < 64 ? -1 : head.readUInt32BE(60), isEmpty };
  } finally {
    closeSync(opened);
  }
}

/** Of a file that is not there any more. */
function forget(file: string): void {
  rmSync(digestFile(file), { force: true });
  removeMark(file);
}

function rowsOf(database: Database.Database, sql: string): readonly (readonly unknown[])[] {
  return database.prepare(sql).raw().all() as unknown[][];
}

function pragma(database: Database.Database, name: string): unknown {
  return rowsOf(database, `pragma ${name}`)[0]?.[0];
}

/** What must hold before anything is written: two connections could lose what one of them committed. */
function takeAlone(database: Database.Database, isNew: boolean): void {
  // To say it of a file that is there writes into it.
  if (isNew) database.exec('pragma auto_vacuum = incremental');
  database.exec('pragma locking_mode = exclusive');
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  const held = ['locking_mode', 'journal_mode', 'synchronous'].map((name) => pragma(database, name));
  if (held.join(' ') !== 'exclusive wal 2')
    throw new Error(`The file of the history is not held as it must be: ${held.join(', ')}.`);
}

/**
 * Lets go of a file: all of it in one place, and nobody's. That a connection is closed is not enough: the binding keeps it
 * until the last of its statements is collected, and with it the lock.
 */
export function letGo(database: Database.Database): void {
  try {
    database.exec('pragma journal_mode = delete');
    database.exec('pragma locking_mode = normal');
    tablesIn(database);
  } finally {
    database.close();
  }
}

/** Lets go of a file in which something went wrong: whoever tries again would be locked out by this try. */
function abandon(database: Database.Database): void {
  try {
    if (database.inTransaction) database.exec('rollback');
    letGo(database);
  } catch {
    // What went wrong is told already.
  }
}

function tablesIn(database: Database.Database): number {
  return Number(rowsOf(database, 'select count(*) from sqlite_master')[0]?.[0]);
}

/**
 * Whether all texts of a column can be read. The binding ends the process where one is not UTF-8, so that a flipped bit would
 * keep every host from starting: they are looked at as bytes first.
 */
function isText(database: Database.Database, column: string, table: string): boolean {
  const sql = `select cast(group_concat(${quoted(column)}, ' ') as blob) from ${quoted(table)} where typeof(${quoted(column)}) = 'text'`;
  const bytes = rowsOf(database, sql)[0]?.[0];
  return !(bytes instanceof Uint8Array) || isUtf8(bytes);
}

const otherTexts: readonly (readonly [table: string, column: string])[] = [
  ['chain', 'before'],
  ['chain', 'hash'],
  ['notice', 'kind'],
  ['notice', 'kept'],
];

/** @param tables - that there are: an older version has fewer. */
function areTexts(database: Database.Database, tables: ReadonlySet<unknown>): boolean {
  const columns = shapes.flatMap(({ table, columns }) =>
    columns.flatMap(({ name, type }) => (type === 'text' || type === 'amount' ? [[table, name] as const] : [])),
  );
  return [...columns, ...otherTexts].every(
    ([table, column]) => !tables.has(table) || isText(database, column, table),
  );
}

function isWhole(database: Database.Database, isKnownWhole: boolean): boolean {
  if (!isText(database, 'name', 'sqlite_master')) return false;
  const names = new Set(rowsOf(database, 'select name from sqlite_master').map(([name]) => name));
  if (!['span', 'look', 'change', 'notice'].every((name) => names.has(name))) return false;
  return isKnownWhole || (pragma(database, 'quick_check(1)') === 'ok' && areTexts(database, names));
}

/** What a file is that could be opened; an empty one becomes ours, and so does one of an older version, once it is looked at. */
function lookInto(database: Database.Database, isKnownWhole: boolean): Found {
  const version = Number(pragma(database, 'user_version'));
  if (version > schemaVersion) return 'newer';
  const isEmpty = version === 0 && tablesIn(database) === 0;
  if (version < 0 || (version === 0 && !isEmpty)) return 'damaged';
  if (!isEmpty && !isWhole(database, isKnownWhole)) return 'damaged';
  if (version < schemaVersion) {
    database.exec('begin immediate');
    for (const statement of statementsSince(version)) database.exec(statement);
    database.exec('commit');
  }
  return 'whole';
}

function noticeIn(database: Database.Database): Notice | null {
  const [row] = rowsOf(database, 'select since, kind, kept from notice order by since desc limit 1');
  if (!row) return null;
  const [since, kind, kept] = row;
  return { kind: kind === 'newer' ? 'newer' : 'damaged', since: Number(since), kept: String(kept) };
}

function hasLooks(database: Database.Database): boolean {
  return rowsOf(database, 'select 1 from look limit 1').length > 0;
}

/** Whether looks that were committed are not there any more. */
function isShortened(file: string, database: Database.Database): boolean {
  const marked = markedSeq(file);
  if (marked === null) return false;
  const [row] =
    Number(pragma(database, 'user_version')) === 0 ? [] : rowsOf(database, 'select max(seq) from look');
  return Number(row?.[0] ?? 0) < marked;
}

type Tried =
  | { readonly found: 'whole'; readonly database: Database.Database }
  | { readonly found: 'damaged' | 'newer' }
  /** Damaged, and still open: to close it changes it. */
  | { readonly found: 'opened'; readonly database: Database.Database };

/** For its owner alone. SQLite gives a new log the mode of its file. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const name of [file, `${file}-wal`]) {
    try {
      if (existsSync(name)) chmodSync(name, 0o600);
    } catch (cause) {
      // The file of another user, whom the mode is left to.
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EPERM')) throw cause;
    }
  }
}

/** An open file that is ours, or what is wrong with it. */
function tryOpen(file: string): Tried {
  const asClosed = isAsClosed(file);
  if (asClosed === false) return { found: 'damaged' };
  if (existsSync(file) && statSync(file).isDirectory()) return { found: 'damaged' };
  // A log without its file is what is left of one.
  if (!existsSync(file) && existsSync(`${file}-wal`)) writeFileSync(file, '');
  const { version, isEmpty } = headOf(file);
  if (version > schemaVersion) return { found: 'newer' };
  // What was begun and not ended has its version in the log.
  if (version === 0 && !isEmpty && !existsSync(`${file}-wal`)) return { found: 'damaged' };
  // From now on it changes, and whoever is killed meanwhile has changed it.
  rmSync(digestFile(file), { force: true });
  keepPrivate(file);
  const database = new Database(file, { timeout: busyTimeout });
  try {
    takeAlone(database, version === -1 && !existsSync(`${file}-wal`));
    if (isShortened(file, database)) return { found: 'opened', database };
    const found = lookInto(database, asClosed === true);
    if (found === 'whole') return { found, database };
    if (found === 'damaged') return { found: 'opened', database };
    letGo(database);
    return { found };
  } catch (cause) {
    if (faultOf(cause) === 'damaged') return { found: 'opened', database };
    abandon(database);
    throw cause;
  }
}

/**
 * @param file - its folder is made where there is none.
 * @param now - epoch milliseconds.
 * @throws where memory is short: that says nothing of the file, and whoever begins anew may have it.
 */
export async function openStore(file: string, now: number = Date.now()): Promise<Opening> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const unsaid = unsaidAside(file);
    if (unsaid && !existsSync(file)) forget(file);
    let opened = tryOpen(file);
    let notice: Notice | null = null;
    if (opened.found !== 'whole') {
      const damaged = opened.found === 'opened' ? opened.database : null;
      const kind = opened.found === 'newer' ? 'newer' : 'damaged';
      notice = setAside(file, kind, now, damaged && (() => abandon(damaged)));
      forget(file);
      opened = tryOpen(file);
    }
    if (opened.found !== 'whole') throw new Error(`A new ${file} is ${opened.found}.`);
    const { database } = opened;
    try {
      const known = noticeIn(database);
      // A file with looks is not the one that was begun then: it could be opened after all, or was put there.
      if (unsaid && !known && !hasLooks(database)) notice ??= unsaid;
      if (notice)
        database
          .prepare('insert into notice (since, kind, kept) values (?, ?, ?)')
          .run([notice.since, notice.kind, notice.kept]);
      said(file);
      // No step of the version: whoever knows nothing of it reads the file as well.
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
      letGo(database);
      mark.remove();
      writeFileSync(
        digestFile(file),
        `${digestOf(file)}
`,
        { mode: 0o600 },
      );
    } catch (cause) {
      // What is committed stands in the log, and the next start finds it there.
      if (faultOf(cause) !== 'disk-full') throw cause;
    }
  });
}

function hindrance(cause: unknown): Exclude<Opening, { kind: 'open' }> {
  const fault = faultOf(cause);
  const why = cause instanceof Error ? cause.message : String(cause);
  return { kind: fault === 'locked' || fault === 'disk-full' ? fault : 'read-only', why };
}

/** Opens a file that is there, for who looks after it while no host runs: nothing is made, nothing set aside. */
export async function openKept(file: string): Promise<Exclude<Opening, { kind: 'open' }> | KeptOpening> {
  try {
    const opened = tryOpen(file);
    if (opened.found === 'whole') return { kind: 'open', store: storeIn(file, opened.database) };
    if (opened.found === 'opened') opened.database.close();
    return { kind: opened.found === 'newer' ? 'newer' : 'damaged' };
  } catch (cause) {
    return hindrance(cause);
  }
}
