import { useNotes } from '#app/queries/history/notes.ts';
import type { Note } from '#contract/notes.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { Range } from '#domain/history/windows.ts';
import { formatDateTime } from '#domain/text/format.ts';
import { settled } from '#domain/text/visible-text.ts';
import { useKnown } from './use-known.ts';

/** Maximum number of characters of a note in its title. */
const mostShown = 200;

function titleOf({ from, who, text }: Note): string {
  const words = settled(text.slice(0, mostShown).replaceAll('\n', ' '));
  return `${formatDateTime(Date.parse(from))}, note by ${settled(who)}: ${words}`;
}

/** Marks of notes below a strip, at their times. Withdrawn notes have none. */
export function NoteMarks({
  slug,
  range,
  window,
}: {
  readonly slug: string;
  readonly range: Range;
  readonly window: Window;
}) {
  const { notesUntil } = useKnown(slug, true);
  const { value } = useNotes(slug, range, notesUntil !== null && notesUntil >= window.from);
  const notes = value?.data.filter(({ withdrawn }) => !withdrawn) ?? [];
  if (notes.length === 0) return null;
  const place = (time: string) =>
    (100 * (Math.min(window.to, Math.max(window.from, Date.parse(time))) - window.from)) /
    (window.to - window.from);
  return (
    <ul aria-label="Notes" className="absolute inset-x-0 top-full z-10 m-0 h-1 list-none p-0">
      {notes.map((note) => (
        <li
          key={note.id}
          title={titleOf(note)}
          className="absolute h-1 min-w-0.5 bg-text"
          style={{
            left: `min(${place(note.from)}%, 100% - 2px)`,
            width: `${place(note.to) - place(note.from)}%`,
          }}
        >
          <span className="sr-only">{titleOf(note)}</span>
        </li>
      ))}
    </ul>
  );
}
