import type { Answer } from '#domain/answer/answer.ts';
import { staleCopyNote } from '#domain/answer/clock-notes.ts';

/** Says why a response was old on arrival, as a further clause: ". A cache … returned a copy that is 9 min old". */
export default function StaleCopy({ answer }: { readonly answer: Answer<unknown> }) {
  const note = staleCopyNote(answer);
  return note && `. ${note.replace(/\.$/, '')}`;
}
