import { Link } from 'react-router';
import { SparkOverTime } from '#app/charts/over-time/SparkOverTime.tsx';
import type { ShownTime } from '#app/charts/over-time/shown-time.ts';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { Count } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { now } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { usePhone } from '#app/ui/use-phone.ts';
import { paths } from '#app/url/paths.ts';
import { integerOf } from '#domain/history/series/fall-labels.ts';
import { extremesOf, fallsOf, seenOf } from '#domain/history/series/series-lines.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';
import { formatExact, noValue } from '#domain/text/format.ts';
import { SourceMark } from './SourceMark.tsx';
import type { EventPanelProps } from './shared.ts';
import { sourceColour } from './source-colours.ts';
import { useEventSeries } from './use-event-series.ts';

const most = 12;
/** Maximum number of points of a sparkline; more would be invisible. */
const smallPoints = 84;

const columns =
  'grid grid-cols-[minmax(0,1fr)_7rem] items-center gap-x-5 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_repeat(3,7rem)_3rem_7rem]';

/** Table of the largest event types: lowest, highest and current count, and its falls, in the shown time. */
export function LargestTypes({
  list: { deployment, source, listing },
  order,
  shown,
  isOfSession,
}: EventPanelProps & { readonly shown: ShownTime; readonly isOfSession: boolean }) {
  const rows = useListingResult(listing, 'largest', async (list) => {
    const sorted = await list.rows({ sort: [{ field: 'count', descending: true }] });
    return sorted.slice(0, most);
  });
  const named = (rows ?? []).flatMap((row) =>
    row.id === null || row.id === '' ? [] : [{ ...row, id: row.id }],
  );
  const names = named.map(({ id }) => `events/${id}`);
  const points = Math.min(smallPoints, shown.requested.points);
  const time = { ...shown, requested: { ...shown.requested, points } };
  const { series, coverage, name } = useEventSeries(deployment.slug, source.path, names, time, isOfSession);
  const isEveryType = listing !== null && listing.count <= most && listing.claim.kind !== 'at-least';
  const seen = seenOf(coverage ?? [], source.path);
  const moment = now();
  const isPast = useMoment() !== null;
  const rowHeight = usePhone() ? 53 : 30;
  return (
    <Panel
      title={isEveryType ? 'Every type' : 'Largest types'}
      note={
        <>
          {listing && !isEveryType && (
            <>
              of <Count value={listing.count} claim={listing.claim} />,{' '}
            </>
          )}
          over {name}, each on its own scale
        </>
      }
      sources={[source]}
      className="mt-5"
    >
      <div aria-hidden="true" className={`${columns} border-b border-line py-1 text-[12px] text-text-3`}>
        <span>Type</span>
        <span className="max-md:hidden">{name}</span>
        <span className="text-right max-md:hidden">Lowest</span>
        <span className="text-right max-md:hidden">Highest</span>
        <span className="text-right">{isPast ? 'Then' : 'Now'}</span>
        <span className="text-right max-md:hidden">Falls</span>
        <span className="text-right max-md:hidden">Last fall</span>
      </div>
      {/* Reserves the height of all rows. */}
      <ul
        aria-label="Largest event types"
        className="m-0 list-none p-0"
        style={{ minHeight: Math.min(most, listing?.count ?? most) * rowHeight }}
      >
        {named.map((row, place) => {
          const answer = series[place];
          const extremes = answer ? extremesOf(answer.data) : null;
          const falls = answer ? fallsOf(answer.data, seen) : [];
          const last = falls.at(-1);
          const count = falls.reduce((sum, fall) => sum + fall.count, 0);
          return (
            <li key={row.id} className={`${columns} min-h-[30px] border-b border-line`}>
              <Link
                to={paths.event(deployment.slug, row.id)}
                className="link flex min-h-6 min-w-0 items-baseline gap-2 font-[560]"
              >
                <SourceMark source={row.source} order={order} />
                <span className="truncate">
                  <FieldText record={row} field="name" value={row.name} form={{ kind: 'event-name' }} />
                </span>
              </Link>
              <div className="max-md:order-last max-md:col-span-2 max-md:pb-1.5">
                <SparkOverTime
                  answer={answer ?? null}
                  coverage={coverage}
                  endpoint={source.path}
                  colour={sourceColour(order, row.source)}
                  isFromZero={false}
                />
              </div>
              <span className="drains text-right max-md:hidden">
                <span className="sr-only">lowest </span>
                {formatExact(integerOf(extremes?.lowest.value ?? null))}
              </span>
              <span className="drains text-right max-md:hidden">
                <span className="sr-only">highest </span>
                {formatExact(integerOf(extremes?.highest.value ?? null))}
              </span>
              <b className="drains text-right font-[580]">
                <span className="sr-only">now </span>
                {formatExact(row.count)}
              </b>
              <span className={`text-right max-md:hidden ${count === 0 ? 'text-text-3' : ''}`}>
                {extremes ? formatExact(count) : noValue}
                <span className="sr-only"> falls</span>
              </span>
              <span className={`text-right max-md:hidden ${last ? '' : 'text-text-3'}`}>
                {last ? formatMoment(last.at, moment) : extremes ? 'none' : noValue}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
