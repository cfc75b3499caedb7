import type { StatusDocument } from '../../../../contract/resources.ts';
import { clockNotes } from '../../../../domain/clock-notes.ts';
import type { Source } from '../../../queries/source.ts';

/** What is odd about the clocks of the status document; nothing while they agree and move. */
export function ClockNotes({ source }: { readonly source: Source<StatusDocument> }) {
  const { answer } = source.feed;
  const notes = answer ? clockNotes(answer) : [];
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Clocks" className="m-0 mb-3 list-none p-0 text-text-2">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
