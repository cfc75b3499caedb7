import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Recorded } from '#app/charts/over-time/use-recorded.ts';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useGrowths } from '#app/queries/history/series.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { now } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { EventType } from '#contract/resources.ts';
import { fallenIn, fallMoments } from '#domain/history/series/fallen-types.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact, joinWords, plural } from '#domain/text/format.ts';

/**
 * Maximum number of falls (decreases of a count) whose event types are named, the newest falls. Each needs a
 * request.
 */
const mostMoments = 3;
/** Maximum number of event types named per fall (decrease of a count). */
const mostTypes = 24;
const summary = 'caption h-11 py-3 leading-5 text-text-2';

async function namesOf(listing: Listing<EventType>): Promise<ReadonlyMap<string, string>> {
  const rows = await listing.rows({});
  const all = await rows.slice(0, rows.count);
  return new Map(all.flatMap(({ id, name }) => (id === null ? [] : [[id, name ?? id] as const])));
}

/**
 * Names the event types behind the falls (decreases) of a source's count: "27 Nov 00:00: api fell, by 2
 * types: login_failed, object_listed."
 */
export function FallenTypes({
  slug,
  listing,
  sources,
  recorded,
  isFolded,
}: {
  readonly slug: string;
  readonly listing: Listing<EventType> | null;
  readonly sources: readonly string[];
  readonly recorded: Recorded;
  /** Whether the falls are in one expandable line, whose height is known before the falls are read. */
  readonly isFolded: boolean;
}) {
  const moments = fallMoments(
    sources.map((source, place) => ({ source, points: recorded.series[place]?.data ?? [] })),
  ).slice(-mostMoments);
  const growths = useGrowths(
    slug,
    'events',
    moments.map(({ window }) => window),
    recorded.isThere,
  );
  const names = useListingResult(listing, 'names by id', namesOf);
  const time = now();
  const lines = moments
    .map((moment, place) => ({ ...moment, ids: names && growths[place] ? fallenIn(growths[place]) : null }))
    .toReversed()
    .map(({ window, sources: fallen, at, ids }) => (
      <p key={window.from} className="caption min-h-5 pt-1 text-text-2">
        {formatMoment(at, time)}: {joinWords(fallen.map((source) => source.slice(0, 60)))} fell
        {ids === null
          ? '.'
          : ids.length === 0
            ? ': types that are no longer listed.'
            : `, by ${plural(ids.length, 'type')}: `}
        {ids?.slice(0, mostTypes).map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <Link to={paths.event(slug, id)} className="link text-text">
              <Verbatim>{names?.get(id) ?? id}</Verbatim>
            </Link>
          </Fragment>
        ))}
        {ids && ids.length > mostTypes && ` and ${formatExact(ids.length - mostTypes)} more`}
        {ids && ids.length > 0 && '.'}
      </p>
    ));
  // Reserves three lines, whatever the number.
  if (!isFolded) return <div className="min-h-15">{lines}</div>;
  if (lines.length === 0) return <p className={summary}>No fall was seen.</p>;
  return (
    <details>
      <summary className={summary}>{lines.length === 1 ? 'The fall' : 'The newest falls'} by type</summary>
      {lines}
    </details>
  );
}
