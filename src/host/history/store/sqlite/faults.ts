/** Classifies errors of the history file and the disk. */

export type Fault = 'locked' | 'read-only' | 'disk-full' | 'damaged' | 'memory' | 'broken';

const meanings: readonly (readonly [RegExp, Fault])[] = [
  [/^(?:SQLITE_BUSY|SQLITE_LOCKED)/, 'locked'],
  // A failing disk is retried like a full one.
  [/^(?:SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT|EFBIG|EIO)/, 'disk-full'],
  [/^(?:SQLITE_NOMEM|ENOMEM)/, 'memory'],
  [/^(?:SQLITE_CORRUPT|SQLITE_NOTADB|SQLITE_FORMAT)/, 'damaged'],
  [
    /^(?:SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH|EACCES|EROFS|EPERM|ENOTDIR|EEXIST)/,
    'read-only',
  ],
];

export function faultOf(cause: unknown): Fault {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error ? cause.message : '';
  const found = meanings.find(([expression]) => expression.test(code));
  if (found) return found[1];
  // For some errors the SQLite binding gives only a message and no code.
  if (message.includes('database is locked')) return 'locked';
  if (message.includes('disk is full')) return 'disk-full';
  if (message.includes('out of memory')) return 'memory';
  if (message.includes('malformed') || message.includes('not a database')) return 'damaged';
  return 'broken';
}
