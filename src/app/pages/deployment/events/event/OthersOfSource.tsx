import { Link } from 'react-router';
import { SparkOverTime } from '#app/charts/over-time/SparkOverTime.tsx';
import type { ShownTime } from '#app/charts/over-time/shown-time.ts';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { EventType } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';
import { sourceColour } from '../source-colours.ts';
import { useEventSeries } from '../use-event-series.ts';

const most = 5;
/** Maximum number of points of a sparkline. */
const smallPoints = 84;

/** Lists the largest other event types of the same source, each with a sparkline on its own scale. */
export function OthersOfSource({
  slug,
  source,
  listing,
  event,
  order,
  shown,
  isOfSession,
}: {
  readonly slug: string;
  readonly source: Source<Listing<EventType>>;
  readonly listing: Listing<EventType>;
  readonly event: EventType;
  readonly order: readonly string[];
  readonly shown: ShownTime;
  readonly isOfSession: boolean;
}) {
  const rows = useListingResult(listing, `others of ${JSON.stringify(event.source)}`, async (list) => {
    const sorted = await list.rows({
      ...(event.source !== null && { where: { source: [event.source] } }),
      sort: [{ field: 'count', descending: true }],
    });
    return sorted.slice(0, most + 1);
  });
  const others = (rows ?? [])
    .flatMap((row) => (row.id === null || row.id === '' || row.id === event.id ? [] : [{ ...row, id: row.id }]))
    .slice(0, most);
  const { series, coverage, name } = useEventSeries(
    slug,
    source.path,
    others.map(({ id }) => `events/${id}`),
    { ...shown, requested: { ...shown.requested, points: Math.min(smallPoints, shown.requested.points) } },
    isOfSession,
  );
  return (
    <Panel
      title={event.source === null ? 'Other types' : `Others of ${event.source.slice(0, 24)}`}
      aside={`${name}, own scale`}
      sources={[source]}
    >
      <ul className="m-0 list-none p-0">
        {others.map((row, place) => (
          <li
            key={row.id}
            className="grid min-h-[31px] grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line"
          >
            <Link to={paths.event(slug, row.id)} className="link min-w-0 truncate text-[12.5px] font-[560]">
              <FieldText record={row} field="name" value={row.name} form={{ kind: 'event-name' }} />
            </Link>
            <SparkOverTime
              answer={series[place] ?? null}
              coverage={coverage}
              endpoint={source.path}
              colour={sourceColour(order, row.source)}
              isFromZero={false}
            />
            <span className="drains text-right text-[12.5px]">{formatExact(row.count)}</span>
          </li>
        ))}
      </ul>
      {rows && others.length === 0 && (
        <p className="caption py-2 text-text-2">There is no other type of this source.</p>
      )}
    </Panel>
  );
}
