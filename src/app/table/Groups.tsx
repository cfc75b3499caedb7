import { useSearchParams } from 'react-router';
import { ranked, totalOf } from '#domain/figures/ranking.ts';
import type { Group, Listing } from '#domain/lists/listing.ts';
import { classify } from '#domain/severity/classify.ts';
import { isSeverity, severityName } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { Claimed } from '../components/lists/Count.tsx';
import { useListingResult } from '../queries/use-listing-result.ts';
import { type Bar, BarList } from '../ui/elements/BarList.tsx';
import { without } from '../url/paths.ts';
import type { Filter, ListSearch } from '../url/search.ts';
import { isSent, shownBy } from './filter/filter.ts';

const named = 24;

/** Bars with the number of matching rows per value of a field, largest first. Each bar links to its rows. */
export default function Groups({
  listing,
  filter,
  search: { text, where },
}: {
  readonly listing: Listing<unknown>;
  readonly filter: Filter;
  readonly search: ListSearch;
}) {
  const [parameters] = useSearchParams();
  const question = { text, where };
  // Rows with the same status word may differ in severity, because the nodes of a region can contradict its
  // status word.
  const fields = filter.states ? [filter.field, 'severity'] : [filter.field];
  const groups = useListingResult(listing, `${fields.join(' ')} groups ${JSON.stringify(question)}`, (list) =>
    list.group(question, fields),
  );
  if (!groups) return null;
  const { top, rest } = ranked(groups, null, named);
  const whole = totalOf(groups, null);
  const bar = (count: number) => ({
    value: count,
    figure: <Claimed claim={listing.claim}>{formatExact(count)}</Claimed>,
    more: formatPercent(count, whole),
  });
  const bars: Bar[] = top.map(({ key: [value = null, severity], count }: Group) => {
    const other = isSeverity(severity) && severity !== classify(value).severity ? severityName[severity] : null;
    const isShared = groups.filter(({ key }) => (key[0] ?? null) === value).length > 1;
    return {
      key: `${value === null ? 'none' : `=${value}`} ${severity}`,
      label: (
        <>
          <bdi data-verbatim={isSent(filter, value) ? '' : undefined}>{shownBy(filter, value)}</bdi>
          {other !== null && <span className="text-text-2">, {other}</span>}
        </>
      ),
      to: `?${addressOf(parameters, filter.field, value, isShared ? severity : null)}`,
      ...bar(count),
    };
  });
  if (rest.length > 0)
    bars.push({
      key: 'rest',
      label: <span className="text-text-2">{formatExact(rest.length)} more</span>,
      rest: true,
      ...bar(Number(totalOf(rest, null))),
    });
  return (
    <section
      aria-label={`Grouped by ${filter.label.toLowerCase()}`}
      className="gap-x-10 pb-4 md:columns-2 lg:columns-3 [&_li]:break-inside-avoid"
    >
      <BarList bars={bars} label={`Rows by ${filter.label.toLowerCase()}`} labelWidth="7.5rem" />
    </section>
  );
}

function addressOf(
  parameters: URLSearchParams,
  field: string,
  value: string | null,
  severity: string | null = null,
): string {
  const next = new URLSearchParams(parameters);
  next.delete(field);
  next.delete(without, field);
  next.append(value === null ? without : field, value ?? field);
  if (severity !== null) next.set('severity', severity);
  return next.toString();
}
