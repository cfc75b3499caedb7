import { Sentence } from '#app/components/lists/Sentence.tsx';
import type { Source } from '#app/queries/source.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { clockNotes } from '#domain/answer/clock-notes.ts';
import { versionNote } from '#domain/contradictions/version-note.ts';

interface Props {
  readonly answer: Answer<StatusDocument>;
}

/** Shows notes on the status document as a whole: its version and its clocks. */
export function Notes({ source }: { readonly source: Source<StatusDocument> }) {
  const { answer } = source.feed;
  if (!answer) return null;
  return (
    <>
      <VersionNote answer={answer} />
      <ClockNotes answer={answer} />
    </>
  );
}

function VersionNote({ answer }: Props) {
  const note = versionNote(answer);
  return (
    note && (
      <p className="m-0 mb-3 wrap-anywhere text-text-2">
        <Sentence clauses={note} />
      </p>
    )
  );
}

function ClockNotes({ answer }: Props) {
  const notes = clockNotes(answer);
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Clocks" className="m-0 mb-3 list-none p-0 text-text-2">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
