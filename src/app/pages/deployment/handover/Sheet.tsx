import { Fragment } from 'react';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { NoteText } from '#app/components/notes/NoteText.tsx';
import { TicketLink } from '#app/components/notes/TicketLink.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { Section } from '#app/components/sheet/Section.tsx';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { usePrinting } from '#app/ui/use-printing.ts';
import type { Deployment } from '#contract/host.ts';
import type { Handover } from '#contract/reports/handover.ts';
import { type HandoverLine, type LineNote, namedSubjects } from '#domain/history/handover/lines.ts';
import {
  cutText,
  type HandoverSection,
  provisionalText,
  rangeText,
  sectionsOf,
} from '#domain/history/handover/sections.ts';
import { plural } from '#domain/text/format.ts';
import { paperRoom } from './paper-room.ts';
import { SubjectLink } from './SubjectLink.tsx';

export function Sheet({
  deployment: { slug, name, words },
  handover,
  failure,
  zone,
}: {
  readonly deployment: Deployment;
  readonly handover: Handover;
  readonly failure: HistoryFailure | null;
  readonly zone: string;
}) {
  const isPrinting = usePrinting();
  const sections = sectionsOf(handover, { zone, words });
  const room = isPrinting ? paperRoom(sections) : null;
  const [provisional, cut] = [provisionalText(handover, zone), cutText(handover, zone)];
  return (
    <>
      <p className="sheet-headline">
        {name}, {rangeText(handover, zone)}
      </p>
      {(provisional ?? cut) && (
        <p className="lead max-w-4xl">
          {provisional} {cut}
        </p>
      )}
      {sections.map((section) => (
        <Lines
          key={section.id}
          section={section}
          slug={slug}
          most={room?.get(section.id) ?? Number.POSITIVE_INFINITY}
        />
      ))}
      <p className="caption mt-5 max-w-4xl text-text-2">
        {failure && <b className="font-[560] text-text">The handover can’t be refreshed: {failure.why}. </b>}
        Times are {zone}. A state begins with the first poll that shows it. It continues through gaps until a
        poll shows another state. Good includes maintenance. SHA-256 of the JSON document:{' '}
        <span className="mono break-all">{handover.hash}</span>.
      </p>
    </>
  );
}

function Lines({
  section: { title, lines, none, foot },
  slug,
  most,
}: {
  readonly section: HandoverSection;
  readonly slug: string;
  readonly most: number;
}) {
  const hidden = Math.max(0, lines.length - most);
  const more = hidden > 0 ? `${plural(hidden, 'more line')} on the page. ` : '';
  return (
    <Section title={title} foot={more === '' ? foot : `${more}${foot ?? ''}`}>
      {lines.length === 0 ? (
        <p className="handover-none text-text-2">{none}</p>
      ) : (
        <ul aria-label={title} className="handover-lines">
          {lines.slice(0, most).map((line, index) => (
            // Lines have no identity but their place: two may be equal.
            <li key={index}>
              <Line line={line} slug={slug} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Line({ line, slug }: { readonly line: HandoverLine; readonly slug: string }) {
  const { severity, clauses, note } = line;
  const { named, more } = namedSubjects(line);
  return (
    <>
      {severity === 'unvouched' && <span aria-hidden="true" className="hatch mr-2 inline-block h-2.5 w-3.5" />}
      {severity !== null && severity !== 'unvouched' && (
        <StatusGlyph severity={severity} size={10} className="mr-1.5 inline align-[-1px]" />
      )}
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
