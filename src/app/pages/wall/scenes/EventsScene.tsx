import { SparkOverTime } from '#app/charts/over-time/SparkOverTime.tsx';
import { useRecorded } from '#app/charts/over-time/use-recorded.ts';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { useEvents } from '#app/queries/resources/events.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import type { EventType } from '#contract/resources.ts';
import { windowOf } from '#domain/history/windows.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import { formatCount } from '#domain/text/format-figures.ts';
import { isNarrow, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { usePages } from '../screen/use-pages.ts';

const most = 12;
/** Number of points of a sparkline over one day; more would be invisible. */
const points = 84;
const lineUnits = 320;

export function EventsScene({ deployment, settings, unit, turn, room }: SceneProps) {
  const rowUnits = isNarrow(room) ? 76 : 108;
  const source = useEvents(deployment);
  const { feed } = source;
  const listing = feed.answer?.value ?? null;
  const rows = useListingResult<EventType, readonly EventType[]>(listing, 'largest', largest);
  const { frame, items, page, pages } = usePages(rows ?? [], { width: 1e9, height: rowUnits * unit }, turn);
  const shown = items.flatMap(({ id }) => (id === null || id === '' ? [] : [id]));
  const to = useTimed((time) => windowOf('24h', time).to);
  const {
    series,
    coverage,
    isThere: isRecorded,
  } = useRecorded(deployment.slug, source.path, isNarrow(room) ? [] : shown.map((id) => `events/${id}`), {
    ...windowOf('24h', to),
    points,
  });
  const isThere = isRecorded && !isNarrow(room);
  const top = Number(rows?.[0]?.count ?? 0);
  return (
    <Confirmed feeds={[feed]} className="wall-scene">
      <h2 className="wall-since">
        {listing && <Claimed claim={listing.claim}>{plural(listing.count, 'event type')}</Claimed>}{' '}
        {!isNarrow(room) && <span className="text-text-2">by volume; the period is not stated</span>}
      </h2>
      <div ref={frame} className="wall-rows">
        <div role="list" aria-label="Largest event types">
          {items.map((row, index) => (
            <div
              role="listitem"
              key={row.id ?? index}
              className="grid items-center"
              style={{
                height: rowUnits * unit,
                gridTemplateColumns: isThere
                  ? `minmax(0,1fr) ${lineUnits * unit}px auto`
                  : 'minmax(0,1fr) auto',
                columnGap: 40 * unit,
              }}
            >
              <Fit className="wall-name" least={0.78}>
                <Verbatim>{row.name ?? 'not provided'}</Verbatim>
              </Fit>
              {isThere && (
                <SparkOverTime
                  answer={series[shown.indexOf(row.id ?? '')] ?? null}
                  coverage={coverage}
                  endpoint={source.path}
                  isFromZero={false}
                  height={Math.round(48 * unit)}
                  scale={Math.max(1, 2.5 * unit)}
                />
              )}
              <span
                className="wall-name drains text-right"
                style={{ minWidth: 170 * unit }}
                title={formatExact(row.count)}
              >
                {formatCount(row.count)}
              </span>
              <span
                aria-hidden="true"
                className="drains-fill col-span-full bg-data"
                style={{ height: 8 * unit, width: `${top > 0 ? (Number(row.count ?? 0) / top) * 100 : 0}%` }}
              />
            </div>
          ))}
        </div>
      </div>
      <p className="wall-floor">
        {pages > 1 && `Page ${page} of ${pages}. `}
        <FreshnessMark feeds={[feed]} zone={settings.zone} />
      </p>
    </Confirmed>
  );
}

async function largest(listing: Listing<EventType>): Promise<readonly EventType[]> {
  const rows = await listing.rows({ sort: [{ field: 'count', descending: true }] });
  return rows.slice(0, most);
}
