import type { ReactNode } from 'react';
import { Claimed } from '#app/components/lists/Count.tsx';
import { FreshnessMark } from '#app/components/vouching/FreshnessMark.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
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

/** A figure with its name and its age. */
const figureUnits = {
  wide: { width: 460, height: 250 },
  upright: { width: 460, height: 288 },
  narrow: { width: 380, height: 190 },
} as const;

/** What there is: six figures, each with how complete it is and how old. */
export function InventoryScene({ deployment, settings: { zone }, unit, turn, room }: SceneProps) {
  const regions = useRegions(deployment);
  const nodes = useNodes(deployment);
  const buckets = useBuckets(deployment);
  const events = useEvents(deployment);
  const all = [
    [regions, <Total key="regions" name="regions" source={regions} zone={zone} />],
    [nodes, <Total key="nodes" name="nodes" source={nodes} zone={zone} />],
    [
      nodes,
      <Summed
        key="advertised"
        name="advertised capacity"
        source={nodes}
        zone={zone}
        field="advertised"
        format={formatCapacity}
      />,
    ],
    [buckets, <Total key="buckets" name="buckets" source={buckets} zone={zone} />],
    [
      buckets,
      <Summed key="stored" name="stored" source={buckets} zone={zone} field="bytes" format={formatBytes} />,
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
      />,
    ],
  ] as const;
  const shown = all.flatMap(([source, figure]) => (source.availability === 'not-offered' ? [] : [figure]));
  const least = figureUnits[isNarrow(room) ? 'narrow' : room.isPortrait ? 'upright' : 'wide'];
  // Never more than three beside each other.
  const width = Math.max(least.width, (room.width - 2 * room.side) / 3.5);
  const size = { width: width * unit, height: least.height * unit, line: 44 * unit };
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
}

function Figure({
  name,
  source,
  zone,
  children,
}: Common<unknown> & {
  readonly children: ReactNode;
}) {
  return (
    <Vouched feeds={[source.feed]} className="min-w-0">
      <dt className="wall-component text-text-2">{name}</dt>
      <dd className="m-0">
        <div className="wall-figure wall-figure-line">
          <Fit className="wall-figure drains" least={0.5}>
            {children ?? '–'}
          </Fit>
        </div>
        <div className="wall-floor">
          <FreshnessMark feeds={[source.feed]} words="few" zone={zone} />
        </div>
      </dd>
    </Vouched>
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

function Total<Row>({ name, source, zone }: Common<Listing<Row>>) {
  const listing = source.feed.answer?.value;
  return (
    <Figure name={name} source={source} zone={zone}>
      {listing && <Value text={formatExact(listing.count)} claim={listing.claim} />}
    </Figure>
  );
}

function Summed<Row>({
  name,
  source,
  zone,
  field,
  format,
}: Common<Listing<Row>> & {
  readonly field: string;
  readonly format: (total: number | bigint, rounding: Rounding) => string;
}) {
  const listing = source.feed.answer?.value ?? null;
  const sum = useAnswered(listing, field, (list) => list.sum({}, field));
  const claim = listing && sum && claimOfSum(listing.claim, sum);
  return (
    <Figure name={name} source={source} zone={zone}>
      {claim && sum && <Value text={format(sum.total, roundingOf(claim))} claim={claim} />}
    </Figure>
  );
}
