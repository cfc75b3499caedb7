import { FieldText, Flawed } from '#app/components/fields/FieldValue.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { type Bar, BarList } from '#app/ui/elements/BarList.tsx';
import { paths } from '#app/url/paths.ts';
import { claimOfSum, nothingListed } from '#domain/lists/claim.ts';
import type { Sum } from '#domain/lists/listing.ts';
import { addIntegers, subtractIntegers } from '#domain/numbers/arithmetic.ts';
import { formatExact, formatTime, plural } from '#domain/text/format.ts';
import { formatChange } from '#domain/text/format-figures.ts';
import { SourceMark } from './SourceMark.tsx';
import type { EventPanelProps } from './shared.ts';
import { changeSince, sourceColour } from './volumes/volumes.ts';

const named = 10;
/** Characters of a change that are visible. */
const longestChange = 24;

export default function ByType({
  list: { deployment, source, listing },
  readings,
  order,
  sum,
}: EventPanelProps & { readonly sum: Sum | undefined }) {
  const rows = useListingResult(listing, 'largest', async (list) => {
    const sorted = await list.rows({ sort: [{ field: 'count', descending: true }] });
    // A rest of one type is shown itself.
    return sorted.slice(0, sorted.count === named + 1 ? named + 1 : named);
  });
  const [first] = readings;
  const hasTrend = readings.length > 1 && first !== undefined;
  const changes = (rows ?? []).map((row) => {
    const change = changeSince(readings, row.id);
    return change === null ? '–' : formatChange(change);
  });
  const bars: Bar[] = (rows ?? []).map((row, position) => {
    return {
      key: `${row.id} ${position}`,
      label: (
        <span className="inline-flex max-w-full items-baseline gap-2">
          <SourceMark source={row.source} order={order} />
          <span className="truncate">
            <FieldText record={row} field="name" value={row.name} form={{ kind: 'event-name' }} />
          </span>
        </span>
      ),
      value: Number(row.count ?? 0),
      figure: row.count === null ? <Flawed record={row} field="count" /> : formatExact(row.count),
      colour: sourceColour(order, row.source),
      ...(hasTrend ? { more: <Change>{changes[position] ?? ''}</Change> } : {}),
      ...(row.id === null || row.id === '' ? {} : { to: paths.event(deployment.slug, row.id) }),
    };
  });
  const others = listing && rows ? listing.count - rows.length : 0;
  if (listing && rows && sum && others > 0) {
    const shown = rows.reduce<number | bigint>((all, row) => addIntegers(all, row.count ?? 0), 0);
    const rest = subtractIntegers(sum.total, shown);
    bars.push({
      key: 'rest',
      label: <span className="text-text-2">{plural(others, 'more type')}</span>,
      value: Number(rest),
      figure: <Claimed claim={claimOfSum(listing.claim, sum)}>{formatExact(rest)}</Claimed>,
      rest: true,
      to: paths.events(deployment.slug),
    });
  }
  return (
    <Panel
      title="By type"
      note={listing && <Count value={listing.count} claim={listing.claim} />}
      aside={hasTrend ? `change since ${formatTime(first.at)}` : undefined}
      sources={[source]}
      className="[--room:20.5625rem]"
    >
      {listing?.count === 0 ? (
        <EmptyState>{nothingListed('event types', listing.claim)}</EmptyState>
      ) : (
        <BarList bars={bars} label="Event types by volume" labelWidth="11rem" />
      )}
    </Panel>
  );
}

/** A long change is cut, because it would widen the page. The title attribute has all of it. */
function Change({ children }: { readonly children: string }) {
  return (
    <span
      className="inline-block truncate align-bottom"
      style={{ maxWidth: `${longestChange}ch` }}
      title={children.length > longestChange ? children : undefined}
    >
      {children}
    </span>
  );
}
