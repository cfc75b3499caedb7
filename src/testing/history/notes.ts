/** Test helpers: notes without an id, and the notes of a store. */

import type { NoteRow } from '#host/history/notes/note-row.ts';
import type { NewNote, NoteQuery } from '#host/history/store/notes.ts';
import type { HistoryStore } from '#host/history/store/store.ts';
import { beginning } from './history-file.ts';

/**
 * Makes a note about a moment.
 * @param at - when it was written, milliseconds after `beginning`.
 */
export function newNote(at: number, more: Partial<NewNote> = {}): NewNote {
  return {
    deployment: 'cdn',
    at: beginning + at,
    from: beginning + at,
    to: beginning + at,
    who: 'Ada',
    verified: false,
    text: 'The link is cut.',
    link: null,
    kind: null,
    key: null,
    occurrence: null,
    requestKey: null,
    ...more,
  };
}

export function notesOf(store: HistoryStore, more: Partial<NoteQuery> = {}): Promise<readonly NoteRow[]> {
  const between = { from: 0, to: Number.MAX_SAFE_INTEGER };
  return store.notes({ deployment: 'cdn', between, kind: null, key: null, after: null, limit: 1_000, ...more });
}

/** Adds a note that must be new. @returns its id. */
export async function added(store: HistoryStore, note: NewNote): Promise<number> {
  const result = await store.addNote(note);
  if (result.kind !== 'added') throw new Error(`The note was not added: ${result.kind}.`);
  return result.note.id;
}
