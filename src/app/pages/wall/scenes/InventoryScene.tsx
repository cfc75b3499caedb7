import type { ReactNode } from 'react';
import { type Level, LevelChange, LevelLine } from '#app/charts/over-time/LevelOverTime.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { useRecord } from '#app/components/history/use-record.ts';
import { Claimed } from '#app/components/lists/Count.tsx';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Integer } from '#contract/resources.ts';
import { type Claim, claimOfSum, roundingOf } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';
import {
  formatBytes,
  formatCapacity,
  formatCount,
  type Rounding,
  splitUnit,
} from '#domain/text/format-figures.ts';
import { isNarrow, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { usePages } from '../screen/use-pages.ts';

/** Minimum size of a figure in wall units (scaled pixels), by shape of the screen. */
const figureUnits = {
  wide: { width: 460, height: 250 },
  upright: { width: 460, height: 288 },
  narrow: { width: 380, height: 190 },
} as const;
/** Height of a sparkline over one day in wall units (scaled pixels). wall.css adds a gap of ten units. */
const dayUnits = 40;

export function InventoryScene({ deployment, settings: { zone }, unit, turn, room }: SceneProps) {
  const regions = useRegions(deployment);
  const nodes = useNodes(deployment);
  const buckets = useBuckets(deployment);
  const events = useEvents(deployment);
  const record = useRecord(deployment.slug);
  const isThere = record.isThere && record.state?.observe === 'all';
  const day = (source: Source<unknown>, name: string, format = formatExact) =>
    isThere && (
      <Day
        level={{ slug: deployment.slug, name: `totals/${name}`, endpoint: source.path }}
        unit={unit}
        format={format}
      />
    );
  const all = [
    [
      regions,
      <Total key="regions" name="regions" source={regions} zone={zone} day={day(regions, 'regions')} />,
    ],
    [nodes, <Total key="nodes" name="nodes" source={nodes} zone={zone} day={day(nodes, 'nodes')} />],
    [
      nodes,
      <Summed
        key="advertised"
        name="advertised capacity"
        source={nodes}
        zone={zone}
        field="advertised"
        format={formatCapacity}
        day={day(nodes, 'capacity', formatCapacity)}
      />,
    ],
    [
      buckets,
      <Total key="buckets" name="buckets" source={buckets} zone={zone} day={day(buckets, 'buckets')} />,
    ],
    [
      buckets,
      <Summed
        key="stored"
        name="stored"
        source={buckets}
        zone={zone}
        field="bytes"
        format={formatBytes}
        day={day(buckets, 'bytes', formatBytes)}
      />,
    ],
    [
      events,
      <Summed
        key="volume"
        name="event volume"
        source={events}
        zone={zone}
        field="count"
        format={formatCount}
        day={isThere && <div className="wall-day" />}
      />,
    ],
  ] as const;
  const shown = all.flatMap(([source, figure]) => (source.availability === 'not-offered' ? [] : [figure]));
  const least = figureUnits[isNarrow(room) ? 'narrow' : room.isPortrait ? 'upright' : 'wide'];
  // At most three per row.
  const width = Math.max(least.width, (room.width - 2 * room.side) / 3.5);
  const height = least.height + (isThere ? dayUnits + 10 : 0);
  const size = { width: width * unit, height: height * unit, line: 44 * unit };
  const { frame, columns, items, page, pages, isNumbered } = usePages(shown, size, turn);
  return (
    <div className="wall-scene">
      <div ref={frame} className="wall-rows">
        <dl
          className="wall-figures"
          data-columns={columns}
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {items}
        </dl>
        {isNumbered && (
          <p className="wall-floor wall-line">
            Page {page} of {pages}
          </p>
        )}
      </div>
    </div>
  );
}

interface Common<Value> {
  readonly name: string;
  readonly source: Source<Value>;
  readonly zone: string;
  /** Sparkline of the last day. Event volume has an empty line: its types reset at different times. */
  readonly day?: ReactNode;
}

function Day({
  level,
  unit,
  format,
}: {
  readonly level: Level;
  readonly unit: number;
  readonly format: (by: Integer) => string;
}) {
  return (
    <div className="wall-day">
      <LevelLine {...level} height={Math.round(dayUnits * unit)} scale={Math.max(1, 2.5 * unit)} />
      <span className="wall-floor wall-line">
        <LevelChange level={level} format={format} otherwise="" />
      </span>
    </div>
  );
}

function Figure({
  name,
  source,
  zone,
  day,
  children,
}: Common<unknown> & {
  readonly children: ReactNode;
}) {
  return (
    <Confirmed feeds={[source.feed]} className="min-w-0">
      <dt className="wall-component text-text-2">{name}</dt>
      <dd className="m-0">
        <div className="wall-figure wall-figure-line">
          <Fit className="wall-figure drains" least={0.5}>
            {children ?? '–'}
          </Fit>
        </div>
        {day}
        <div className="wall-floor">
          <FreshnessMark feeds={[source.feed]} words="few" zone={zone} />
        </div>
      </dd>
    </Confirmed>
  );
}

function Value({ text, claim }: { readonly text: string; readonly claim: Claim }) {
  const { value, unit } = splitUnit(text);
  return (
    <Claimed claim={claim}>
      {value}
      {unit !== '' && <span className="text-[.5em] font-[480] text-text-2"> {unit}</span>}
    </Claimed>
  );
}

function Total<Row>({ source, ...named }: Common<Listing<Row>>) {
  const listing = source.feed.answer?.value;
  return (
    <Figure source={source} {...named}>
      {listing && <Value text={formatExact(listing.count)} claim={listing.claim} />}
    </Figure>
  );
}

function Summed<Row>({
  source,
  field,
  format,
  ...named
}: Common<Listing<Row>> & {
  readonly field: string;
  readonly format: (total: number | bigint, rounding: Rounding) => string;
}) {
  const listing = source.feed.answer?.value ?? null;
  const sum = useListingResult(listing, field, (list) => list.sum({}, field));
  const claim = listing && sum && claimOfSum(listing.claim, sum);
  return (
    <Figure source={source} {...named}>
      {claim && sum && <Value text={format(sum.total, roundingOf(claim))} claim={claim} />}
    </Figure>
  );
}
