import { Link } from 'react-router';
import { DeploymentContact } from '#app/components/freshness/Contact.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { pathOf } from '#app/components/handover/addresses.ts';
import { Line, Lines } from '#app/components/handover/Lines.tsx';
import { paperRoomOfAll } from '#app/components/handover/paper-room.ts';
import { DeploymentName } from '#app/components/page/DeploymentName.tsx';
import { Section } from '#app/components/sheet/Section.tsx';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { usePrinting } from '#app/ui/use-printing.ts';
import type { Deployment } from '#contract/host.ts';
import type { AllHandovers, Handover } from '#contract/reports/handover.ts';
import {
  cutText,
  earliestKnown,
  type HandoverSection,
  provisionalText,
  rangeText,
  sectionsOf,
  unreadText,
} from '#domain/history/handover/sections.ts';
import { joinWords, plural } from '#domain/text/format.ts';

interface Part {
  readonly deployment: Deployment;
  readonly handover: Handover;
}

interface Shown extends Part {
  readonly sections: readonly HandoverSection[];
  /** Number of lines of a section on this sheet. */
  readonly roomOf: (section: HandoverSection) => number;
  readonly zone: string;
}

/** Returns the sentence about lines that only the screen has; `null` without any. */
function hiddenText(section: HandoverSection, room: number): string | null {
  const hidden = section.lines.length - room;
  return hidden > 0 ? `${plural(hidden, 'more line')} on the page.` : null;
}

/** The handovers of several deployments, on paper as one sheet. */
export function SheetOfAll({
  all,
  parts,
  unread,
  failure,
  zone,
}: {
  readonly all: AllHandovers;
  readonly parts: readonly Part[];
  /** Names of the deployments without a handover. */
  readonly unread: readonly string[];
  readonly failure: HistoryFailure | null;
  readonly zone: string;
}) {
  const isPrinting = usePrinting();
  const read = parts.map((part) => ({
    ...part,
    sections: sectionsOf(part.handover, { zone, words: part.deployment.words }),
  }));
  const rooms = isPrinting
    ? paperRoomOfAll(
        read.map(({ sections }) => sections),
        unread.length,
      )
    : null;
  const shown = read.map(
    (part, index): Shown => ({
      ...part,
      zone,
      roomOf: ({ id, lines }) => (rooms === null ? lines.length : (rooms[index]?.get(id) ?? 0)),
    }),
  );
  const provisional = provisionalText(earliestKnown(all.data), zone);
  return (
    <>
      <p className="sheet-headline">
        {plural(parts.length, 'deployment')}, {rangeText(all, zone)}
      </p>
      {provisional && <p className="lead max-w-4xl">{provisional}</p>}
      <NotObserved shown={shown} unread={unread} />
      {shown.map((part) => (
        <DeploymentContact key={part.deployment.slug} deployment={part.deployment}>
          <OneDeployment {...part} />
        </DeploymentContact>
      ))}
      <p className="caption mt-5 max-w-4xl text-text-2">
        {failure && <b className="font-[560] text-text">The handover can’t be refreshed: {failure.why}. </b>}
        Times are {zone}. A state begins with the first poll that shows it. It continues through gaps until a
        poll shows another state. Good includes maintenance. SHA-256 of the JSON document:{' '}
        <span className="mono break-all">{all.hash}</span>.
      </p>
    </>
  );
}

/** Time that nobody observed, of all deployments. */
function NotObserved({
  shown,
  unread,
}: {
  readonly shown: readonly Shown[];
  readonly unread: readonly string[];
}) {
  const gaps = shown.flatMap((part) => {
    const section = part.sections.find(({ id, lines }) => id === 'blind' && lines.length > 0);
    return section ? [{ ...part, section }] : [];
  });
  const observed = shown.filter(({ handover: { blind } }) => blind.length === 0);
  const names = joinWords(observed.map(({ deployment: { name } }) => name));
  if (gaps.length === 0 && unread.length === 0)
    return (
      <Section title="Observed throughout">
        <p className="handover-none text-text-2">
          Each endpoint of each deployment was observed in the whole range.
        </p>
      </Section>
    );
  const hidden = gaps.reduce((sum, { section, roomOf }) => sum + section.lines.length - roomOf(section), 0);
  const foot = [
    ...(hidden > 0 ? [`${plural(hidden, 'more line')} on the page.`] : []),
    ...(observed.length > 0 ? [`Observed throughout: ${names}.`] : []),
  ];
  return (
    <Section title="Not observed" foot={foot.join(' ')}>
      <ul aria-label="Not observed" className="handover-lines">
        {unread.map((name) => (
          <li key={name}>
            <span aria-hidden="true" className="hatch mr-2 inline-block h-2.5 w-3.5" />
            {unreadText([name])}
          </li>
        ))}
        {gaps.flatMap(({ deployment, section, roomOf }) =>
          section.lines.slice(0, roomOf(section)).map((line, index) => (
            <li key={`${deployment.slug} ${index}`}>
              <Line line={line} slug={deployment.slug} of={deployment.name} />
            </li>
          )),
        )}
      </ul>
    </Section>
  );
}

/** What happened in one deployment. Sections without lines are named at its end. */
function OneDeployment({ deployment, handover, sections, roomOf, zone }: Shown) {
  const { slug, name } = deployment;
  const status = useStatus(deployment);
  const range = { from: Date.parse(handover.from), to: Date.parse(handover.to) };
  const own = sections.filter(({ id }) => id !== 'blind');
  const filled = own.filter((section) => roomOf(section) > 0);
  const hidden = own.filter((section) => section.lines.length > 0 && roomOf(section) === 0);
  const empty = own.filter(({ lines }) => lines.length === 0);
  const gaps = sections.find(({ id, lines }) => id === 'blind' && lines.length > 0);
  const titlesOf = (some: readonly HandoverSection[]) =>
    some.map(({ title }) => title.toLowerCase()).join('; ');
  const cut = cutText(handover, zone);
  return (
    <Confirmed feeds={[status.feed]} as="section" className="handover-part">
      <h2 className="handover-name">
        <Link className="link" to={pathOf(slug, range, zone)} aria-label={`Handover of ${name}`}>
          <DeploymentName deployment={deployment} />
        </Link>
      </h2>
      {cut && <p className="caption">{cut}</p>}
      {filled.map((section) => (
        <Section
          key={section.id}
          title={section.title}
          heading="h3"
          foot={[hiddenText(section, roomOf(section)), section.foot].filter((text) => text !== null).join(' ')}
        >
          <Lines
            label={`${section.title}, ${name}`}
            lines={section.lines.slice(0, roomOf(section))}
            slug={slug}
          />
        </Section>
      ))}
      <p className="caption handover-rest text-text-2">
        {hidden.length > 0 && `On the page only: ${titlesOf(hidden)}. `}
        {empty.length > 0 && `${gaps ? 'None observed' : 'None'}: ${titlesOf(empty)}. `}
        {gaps?.foot}
      </p>
    </Confirmed>
  );
}
