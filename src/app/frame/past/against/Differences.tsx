import { useState } from 'react';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { Skeleton } from '#app/components/freshness/Panel.tsx';
import type { Difference } from '#domain/history/past/against/differences.ts';
import { doubtsOf } from '#domain/history/past/against/doubts.ts';
import { formatNear, knownThenInWords } from '#domain/history/past/known-then.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { formatClock, formatExact, plural } from '#domain/text/format.ts';
import {
  type ComparedSection,
  isLeftOut,
  isMissing,
  type SectionDifferences,
  type TwoMoments,
  whyMissing,
} from './compared.ts';
import { DifferenceRow, isStated } from './DifferenceRow.tsx';
import { momentInWords, momentWithZone } from './MomentName.tsx';
import type { ListThen } from './use-list-then.ts';

/** Most rows that are shown at first. */
const mostShown = 50;
/** Rows that a press of the button adds. Many thousands at once would stop the page. */
const rowsMore = 500;

interface SectionProps {
  readonly compared: TwoMoments;
  readonly section: ComparedSection;
}

/** What differs in one kind of lists: certain differences first, then those that are not certain, with the reasons. */
export function Differences({
  compared,
  section,
  differences,
}: SectionProps & { readonly differences: SectionDifferences }) {
  const sides = sidesOf(compared, section);
  if (!sides || isLeftOut(compared, section)) return null;
  return (
    <section aria-label={section.title}>
      <h2 className="section-title flex flex-wrap items-baseline gap-x-2.5 border-b border-line-strong pb-1">
        {section.title}
        <span className="caption font-normal text-text-2">{readBothInWords(sides)}</span>
      </h2>
      <Confirmed feeds={sides.map(({ list }) => list.source.feed)}>
        {differences === undefined ? (
          <Skeleton />
        ) : differences === null ? (
          <p className="py-2 text-text-2">{whyNotCompared(sides)}</p>
        ) : (
          <Rows differences={differences} {...{ compared, section }} />
        )}
      </Confirmed>
    </section>
  );
}

interface Side {
  readonly list: ListThen;
  readonly moment: number | null;
  readonly name: string;
}

function sidesOf({ before, after, lists }: TwoMoments, { kinds }: ComparedSection): readonly Side[] | null {
  const [kind] = kinds;
  if (kind === undefined) return null;
  return [before, after].map(({ slug }, index) => {
    const moment = momentOf(slug);
    const [first, second] = lists[kind];
    return { list: index === 0 ? first : second, moment, name: momentInWords(moment) };
  });
}

/** States when the lists of both moments were read, with the moments only if something is missing. */
function readBothInWords(sides: readonly Side[]): string {
  const polls = sides.map(({ list: { known, source }, moment }) => {
    const { answer } = source.feed;
    return known === 'complete' && answer ? formatNear(answer.receivedAt, moment ?? answer.receivedAt) : null;
  });
  const [first, second] = polls;
  if (first != null && second != null) return `Polled ${first} and ${second}.`;
  return sides
    .map(({ list, moment, name }) => `${name === 'now' ? 'Now' : name}: ${readInWords(list, moment)}`)
    .join(' ');
}

/** States when a list was read: the poll before a past moment, or the newest response. */
function readInWords({ source: { feed, availability } }: ListThen, moment: number | null): string {
  if (availability === 'not-offered') return moment === null ? 'not offered.' : 'nothing is recorded.';
  if (moment !== null) return knownThenInWords(feed, moment);
  if (!feed.answer) return feed.failure ? `could not be read: ${feed.failure.summary}.` : 'being read.';
  return `read ${formatClock(feed.answer.receivedAt)}.`;
}

function whyNotCompared(sides: readonly Side[]): string {
  const missing = sides.find(({ list }) => isMissing(list));
  if (missing) {
    const { list, moment, name } = missing;
    return `${whyMissing(list, moment === null ? null : name)}, so nothing is compared.`;
  }
  return 'The list is too long to be compared row by row. The key figures compare its totals.';
}

function Rows({
  differences,
  compared,
  section,
}: SectionProps & { readonly differences: readonly Difference[] }) {
  const certain = differences.filter((each) => each.isCertain);
  const uncertain = differences.filter((each) => !each.isCertain);
  const doubts = [...new Set(section.kinds.flatMap((kind) => doubtsOfLists(compared, kind)))];
  const isProven = section.kinds.every((kind) => compared.lists[kind].every(({ known }) => known !== 'none'));
  return (
    <>
      {certain.length > 0 && (
        <List label={`${section.title} that differ`} differences={certain} compared={compared} />
      )}
      {differences.length === 0 && (
        <p className="py-2 text-text-2">
          {isProven && doubts.length === 0 ? 'Nothing differs.' : 'Nothing differs for certain.'}
        </p>
      )}
      {uncertain.length > 0 && (
        <>
          <h3 className="mt-3 mb-0 text-[13px] font-[580]">
            Not certain: {plural(uncertain.length, 'difference')}
          </h3>
          <List label={`${section.title}, not certain`} differences={uncertain} compared={compared} most={5} />
        </>
      )}
      {doubts.length > 0 && <p className="caption pt-1.5 text-text-2">{doubts.join(' ')}</p>}
    </>
  );
}

function doubtsOfLists({ before, after, lists }: TwoMoments, kind: ComparedSection['kinds'][number]) {
  const [first, second] = lists[kind];
  if (!first.seen || !second.seen) return [];
  return doubtsOf(
    { list: first.seen, name: momentWithZone(momentOf(before.slug)) },
    { list: second.seen, name: momentWithZone(momentOf(after.slug)) },
    isStated(kind),
  );
}

function List({
  label,
  differences,
  compared: { before, after, lists },
  most = mostShown,
}: {
  readonly label: string;
  readonly differences: readonly Difference[];
  readonly compared: TwoMoments;
  readonly most?: number;
}) {
  const [shown, setShown] = useState(most);
  const names = new Map(
    lists.region.flatMap(({ seen }) => [...(seen?.subjects ?? [])].map(([code, { name }]) => [code, name])),
  );
  const times = [momentInWords(momentOf(before.slug)), momentInWords(momentOf(after.slug))] as const;
  const hidden = differences.length - shown;
  return (
    <>
      <ul aria-label={label} className="m-0 list-none p-0">
        {differences.slice(0, shown).map((difference) => (
          <DifferenceRow
            key={`${difference.subject} ${difference.id}`}
            {...{ difference, before, after, names, times }}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          className="control mt-2 max-md:min-h-11"
          onClick={() => setShown(shown + rowsMore)}
        >
          {hidden > rowsMore
            ? `Show ${rowsMore} more of ${formatExact(differences.length)}`
            : `Show all ${formatExact(differences.length)}`}
        </button>
      )}
    </>
  );
}
