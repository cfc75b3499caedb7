/** Decodes the notes about problems that last, in a response of `GET /history/:slug/since`. */

import type { KnownNote } from '../history.ts';
import { isPlainObject } from '../json/parse.ts';
import { amount, type Fields, fieldsOf, text, time, timeOrNull } from './history.ts';

/** Reads the field `link`. Any other scheme than http and https could run a script. */
export function httpLink({ link }: Fields): string | null {
  return typeof link === 'string' && /^https?:\/\//i.test(link) ? link : null;
}

function knownIn(value: unknown): KnownNote | null {
  const { known } = isPlainObject(value) ? value : {};
  if (known == null) return null;
  const fields = fieldsOf(known, 'known');
  return {
    id: amount(fields, 'id'),
    at: time(fields, 'at'),
    who: text(fields, 'who'),
    text: text(fields, 'text'),
    link: httpLink(fields),
  };
}

export interface KnownNotes {
  /** Note about the deployment itself. */
  readonly deployment: KnownNote | null;
  /** Returns the note about a subject of the response. */
  readonly of: (key: string, occurrence: number) => KnownNote | null;
  /** Latest end of the time of any note, in epoch milliseconds; `null` without notes. */
  readonly notesUntil: number | null;
}

/**
 * Decodes the notes. @param body - a response whose other members are decoded already.
 * @throws HistoryFormError if a note has another form.
 */
export function decodeKnownNotes(body: unknown): KnownNotes {
  const fields = fieldsOf(body, 'since');
  const { verdict, data } = fields;
  const notesUntil = timeOrNull(fields, 'notesUntil');
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  const notes = new Map(
    rows.flatMap((row) => {
      const note = knownIn(row);
      const { key, occurrence } = isPlainObject(row) ? row : {};
      return note ? [[JSON.stringify([key, occurrence]), note] as const] : [];
    }),
  );
  return {
    deployment: knownIn(verdict),
    notesUntil: notesUntil === null ? null : Date.parse(notesUntil),
    of: (key, occurrence) => notes.get(JSON.stringify([key, occurrence])) ?? null,
  };
}
