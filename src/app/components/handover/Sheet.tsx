import { Section } from '#app/components/sheet/Section.tsx';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { usePrinting } from '#app/ui/use-printing.ts';
import type { Deployment } from '#contract/host.ts';
import type { Handover } from '#contract/reports/handover.ts';
import {
  cutText,
  type HandoverSection,
  provisionalText,
  rangeText,
  sectionsOf,
} from '#domain/history/handover/sections.ts';
import { plural } from '#domain/text/format.ts';
import { Lines } from './Lines.tsx';
import { paperRoom } from './paper-room.ts';

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
        <SectionOfSheet
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

function SectionOfSheet({
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
        <Lines label={title} lines={lines.slice(0, most)} slug={slug} />
      )}
    </Section>
  );
}
