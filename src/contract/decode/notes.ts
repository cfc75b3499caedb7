/** Decodes responses about notes (docs/understand/history-api.md, part 12). In its own file because few pages load it. */

import { subjectKinds, type Windowed } from '../history.ts';
import type { Note, NoteWithdrawal } from '../notes.ts';
import { amount, type Fields, fieldsOf, oneOf, text, time, windowed } from './history.ts';
import { httpLink } from './known-notes.ts';

function withdrawalOf(value: unknown): NoteWithdrawal | null {
  if (value == null) return null;
  const fields = fieldsOf(value, 'withdrawn');
  return {
    at: time(fields, 'at'),
    who: text(fields, 'who'),
    verified: fields['verified'] === true,
    reason: text(fields, 'reason'),
  };
}

export function noteOf(row: Fields): Note {
  const hasSubject = row['kind'] != null;
  return {
    id: amount(row, 'id'),
    at: time(row, 'at'),
    from: time(row, 'from'),
    to: time(row, 'to'),
    who: text(row, 'who'),
    verified: row['verified'] === true,
    text: text(row, 'text'),
    link: httpLink(row),
    kind: hasSubject ? oneOf(subjectKinds, row, 'kind') : null,
    key: hasSubject ? text(row, 'key') : null,
    occurrence: hasSubject ? amount(row, 'occurrence') : null,
    withdrawn: withdrawalOf(row['withdrawn']),
  };
}

/**
 * Decodes a response of `GET /history/:slug/notes`.
 * @throws HistoryFormError if `body` has another form.
 */
export function decodeNotes(body: unknown): Windowed<Note> {
  return windowed(body, noteOf);
}
