/** Reads and writes notes. Each function is one step of a transaction. */

import type { NoteRow } from '../notes/note-row.ts';
import type { Statements } from './statements.ts';
import { toStoredText } from './stored-text.ts';

const day = 86_400_000;

/** Maximum number of notes of a deployment: in 24 hours, and stored. */
export const mostNotes = { aDay: 200, stored: 10_000 } as const;

/** Which notes of a deployment are read. They come newest first: by `from`, then by `id`. */
export interface NoteQuery {
  readonly deployment: string;
  /** Notes whose time overlaps this range. A moment overlaps it if it lies in it. */
  readonly between: { readonly from: number; readonly to: number };
  readonly kind: string | null;
  readonly key: string | null;
  /** Note after which reading starts; `null` for the newest note. */
  readonly after: Pick<NoteRow, 'from' | 'id'> | null;
  readonly limit: number;
  /** Whether only notes with a subject that are not withdrawn are read. */
  readonly isOpen?: boolean;
}

/** A note that has no id yet. */
export type NewNote = Omit<
  NoteRow,
  'table' | 'id' | 'withdrawnAt' | 'withdrawnBy' | 'withdrawnVerified' | 'reason'
>;

export type AddedNote =
  | { readonly kind: 'added'; readonly note: NoteRow }
  /** A note with this `requestKey` is there already. */
  | { readonly kind: 'repeated'; readonly note: NoteRow }
  /** Too many notes in 24 hours. `until`: when the next one is allowed, in epoch milliseconds. */
  | { readonly kind: 'too-many-a-day'; readonly until: number }
  | { readonly kind: 'too-many' };

export type Withdrawal = Pick<NoteRow, 'deployment' | 'id' | 'withdrawnBy' | 'withdrawnVerified' | 'reason'> & {
  readonly withdrawnAt: number;
};

export function notesIn(statements: Statements, query: NoteQuery): Promise<readonly NoteRow[]> {
  const { deployment, between, kind, key, after, limit, isOpen = false } = query;
  const { from, id } = after ?? { from: between.to, id: 0 };
  const where = `where deployment = ? and from_at < ? and (to_at > ? or from_at >= ?)
    and (from_at, id) < (?, ?) and coalesce(?, kind, '') = coalesce(kind, '')
    and coalesce(?, key_text, '') = coalesce(key_text, '')
    ${isOpen ? 'and kind is not null and withdrawn_at is null' : ''}
    order by from_at desc, id desc limit ?`;
  return statements.rows('note', where, [
    deployment,
    between.to,
    between.from,
    between.from,
    from,
    id,
    kind,
    key === null ? null : toStoredText(key),
    limit,
  ]);
}

/** Returns the latest end of the time of a note, in epoch milliseconds; `null` without notes. */
export async function lastNoteEnd(statements: Statements, deployment: string): Promise<number | null> {
  const [end] = await statements.first(
    `select max(to_at) from ${statements.from('note')} where deployment = ?`,
    [deployment],
  );
  return typeof end === 'number' ? end : null;
}

/** Adds a note with the next id, unless it is there already or there are too many. */
export async function addNote(statements: Statements, note: NewNote): Promise<AddedNote> {
  const { deployment, at, requestKey } = note;
  if (requestKey !== null) {
    const [known] = await statements.rows('note', 'where deployment = ? and request_key = ?', [
      deployment,
      requestKey,
    ]);
    if (known) return { kind: 'repeated', note: known };
  }
  const notes = statements.from('note');
  const count = `select count(*) from ${notes} where deployment = ?`;
  const [all = 0] = await statements.first(count, [deployment]);
  if (Number(all) >= mostNotes.stored) return { kind: 'too-many' };
  // The oldest of the newest notes: once it is a day old, the next one is allowed.
  const [oldest] = await statements.first(
    `select at from ${notes} where deployment = ? and at > ? order by at desc limit 1 offset ?`,
    [deployment, at - day, mostNotes.aDay - 1],
  );
  if (typeof oldest === 'number') return { kind: 'too-many-a-day', until: oldest + day };
  const [last = 0] = await statements.first(`select coalesce(max(id), 0) from ${notes}`);
  const open = { withdrawnAt: null, withdrawnBy: null, withdrawnVerified: false, reason: null };
  const added: NoteRow = { table: 'note', id: Number(last) + 1, ...note, ...open };
  await statements.put([added]);
  return { kind: 'added', note: added };
}

/**
 * Withdraws a note. A note that is withdrawn already stays as it is. @returns the stored note; `null` if there is none.
 */
export async function withdrawNote(
  statements: Statements,
  { deployment, id, ...withdrawal }: Withdrawal,
): Promise<NoteRow | null> {
  const [note] = await statements.rows('note', 'where deployment = ? and id = ?', [deployment, id]);
  if (!note || note.withdrawnAt !== null) return note ?? null;
  // The clock may have been set back since the note was written.
  const withdrawnAt = Math.max(withdrawal.withdrawnAt, note.at);
  const withdrawn = { ...note, ...withdrawal, withdrawnAt };
  await statements.put([withdrawn]);
  return withdrawn;
}
