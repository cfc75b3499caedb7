/** Reads the notes of a range. */

import type { Note } from '#contract/notes.ts';
import { type Limits, lastThatFit } from '#domain/history/handover/limits.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { noteEntry } from '#host/history/notes/note-entry.ts';
import type { NoteRow } from '#host/history/notes/note-row.ts';
import type { HistoryRequest } from '#host/history/responses/windowed.ts';

export interface NotesOfRange {
  readonly notes: readonly Note[];
  /** Number of earlier notes that are left out. */
  readonly cut: number;
}

/**
 * Returns the newest notes whose time begins in a range, oldest first. A note belongs to one of two ranges that meet,
 * however long its time is.
 */
export async function notesOfRange(
  { context: { store }, deployment }: HistoryRequest,
  range: Window,
  limits: Limits,
): Promise<NotesOfRange> {
  const query = { deployment: deployment.slug, between: range, kind: null, key: null, limit: limits.rows };
  let newest: readonly Note[] | null = null;
  let count = 0;
  let after: NoteRow | null = null;
  // Read page by page, because thousands of long notes would fill the memory only to be counted.
  for (let isLast = range.from >= range.to; !isLast; ) {
    const rows: readonly NoteRow[] = (await store?.notes({ ...query, after })) ?? [];
    const begun = rows.filter(({ from }) => from >= range.from);
    newest ??= begun.toReversed().map(noteEntry);
    count += begun.length;
    after = rows.at(-1) ?? null;
    isLast = begun.length < limits.rows;
  }
  const notes = lastThatFit(newest ?? [], limits);
  return { notes, cut: count - notes.length };
}
