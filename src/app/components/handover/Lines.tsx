import { Fragment } from 'react';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { NoteText } from '#app/components/notes/NoteText.tsx';
import { TicketLink } from '#app/components/notes/TicketLink.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { type HandoverLine, type LineNote, namedSubjects } from '#domain/history/handover/lines.ts';
import { SubjectLink } from './SubjectLink.tsx';

/** Lines of one section of a handover. */
export function Lines({
  label,
  lines,
  slug,
}: {
  readonly label: string;
  readonly lines: readonly HandoverLine[];
  readonly slug: string;
}) {
  return (
    <ul aria-label={label} className="handover-lines">
      {lines.map((line, index) => (
        // Lines have no identity but their place: two may be equal.
        <li key={index}>
          <Line line={line} slug={slug} />
        </li>
      ))}
    </ul>
  );
}

export function Line({
  line,
  slug,
  of,
}: {
  readonly line: HandoverLine;
  readonly slug: string;
  /** Name of the deployment, in a list of several. */
  readonly of?: string;
}) {
  const { severity, clauses, note } = line;
  const { named, more } = namedSubjects(line);
  return (
    <>
      {severity === 'unvouched' && <span aria-hidden="true" className="hatch mr-2 inline-block h-2.5 w-3.5" />}
      {severity !== null && severity !== 'unvouched' && (
        <StatusGlyph severity={severity} size={10} className="mr-1.5 inline align-[-1px]" />
      )}
      {of !== undefined && <span className="font-[580]">{of}: </span>}
      {named.map((subject, index) => (
        <Fragment key={`${subject.key} ${subject.occurrence}`}>
          {index > 0 && ', '}
          <SubjectLink subject={subject} slug={slug} />
        </Fragment>
      ))}
      {more}
      <Sentence clauses={clauses} />
      {note && <Words note={note} />}
    </>
  );
}

/** Words of a person, with the ticket. On paper they have one line. */
function Words({ note: { text, link, withdrawal } }: { readonly note: LineNote }) {
  const Text = withdrawal ? 's' : 'span';
  return (
    <div className="max-w-[70ch] print:line-clamp-1">
      <Text>
        <NoteText>{text}</NoteText>
      </Text>
      {link !== null && (
        <>
          {' '}
          <TicketLink href={link} />
        </>
      )}
      {withdrawal && (
        <p className="text-text-2">
          <Sentence clauses={withdrawal.clauses} />: <NoteText>{withdrawal.reason}</NoteText>
        </p>
      )}
    </div>
  );
}
