/** Drafts of notes: they survive a closed form and a failed request, until the note is saved or the page closes. */

import { type NoteFields, newRequestKey } from '#app/queries/history/post-note.ts';
import { typedName } from './typed-name.ts';

/** What the reader typed. Times are texts of `datetime-local` fields, in UTC. */
export interface Draft {
  readonly text: string;
  readonly who: string;
  readonly link: string;
  readonly from: string;
  readonly to: string;
}

interface Stored {
  readonly draft: Draft;
  /** Key of the request for this content. Another content gets another key. */
  readonly requestKey: string;
}

const stored = new Map<string, Stored>();

/** @param about - identifies what the note is about. */
export function draftOf(about: string): Stored {
  return (
    stored.get(about) ?? {
      draft: { text: '', who: typedName(), link: '', from: '', to: '' },
      requestKey: newRequestKey(),
    }
  );
}

export function storeDraft(about: string, draft: Draft): Stored {
  const next = { draft, requestKey: newRequestKey() };
  stored.set(about, next);
  return next;
}

export function dropDraft(about: string): void {
  stored.delete(about);
}

/** Returns the text of a time field as UTC. Browsers leave out seconds of zero. */
function timeOf(text: string): string | undefined {
  return text === '' ? undefined : `${text}${text.length === 16 ? ':00' : ''}Z`;
}

/** Returns the members of a note without those that are empty. @param isNamed - whether the log-in gives the name. */
export function fieldsOf({ text, who, link, from, to }: Draft, isNamed: boolean): NoteFields {
  const [begin, end] = [timeOf(from), timeOf(to)];
  return {
    text,
    ...(!isNamed && { who }),
    ...(link.trim() !== '' && { link }),
    ...(begin !== undefined && { from: begin }),
    ...(end !== undefined && { to: end }),
  };
}

/** Number of characters as the host counts them: code points, without blanks around the text. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}
