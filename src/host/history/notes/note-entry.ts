/** Converts stored notes to rows of responses. */

import type { KnownNote } from '#contract/history.ts';
import type { Note } from '#contract/notes.ts';
import { stamp } from '../responses/context.ts';
import type { NoteRow } from './note-row.ts';

export function noteEntry(row: NoteRow): Note {
  const { id, at, from, to, who, verified, text, link, kind, key, occurrence } = row;
  const { withdrawnAt, withdrawnBy, withdrawnVerified, reason } = row;
  return {
    id,
    at: stamp(at),
    from: stamp(from),
    to: stamp(to),
    who,
    verified,
    text,
    link,
    kind,
    key,
    occurrence,
    withdrawn:
      withdrawnAt === null
        ? null
        : { at: stamp(withdrawnAt), who: withdrawnBy ?? '', verified: withdrawnVerified, reason: reason ?? '' },
  };
}

export function knownNote({ id, at, who, text, link }: NoteRow): KnownNote {
  return { id, at: stamp(at), who, text, link };
}
