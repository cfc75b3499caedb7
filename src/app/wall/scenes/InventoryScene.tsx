import type { ReactNode } from 'react';
import { type Claim, claimOfSum } from '../../../domain/claim.ts';
import { formatExact } from '../../../domain/format.ts';
import { formatBytes, formatCapacity, formatCount, splitUnit } from '../../../domain/format-figures.ts';
import type { Listing } from '../../../domain/listing.ts';
import { Claimed } from '../../components/Count.tsx';
import { FreshnessMark } from '../../components/FreshnessMark.tsx';
import { Vouched } from '../../components/vouching.tsx';
import { useAnswered } from '../../queries/answered.ts';
import { useBuckets } from '../../queries/buckets.ts';
import { useEvents } from '../../queries/events.ts';
import { useNodes } from '../../queries/nodes.ts';
import { useRegions } from '../../queries/regions.ts';
import type { Source } from '../../queries/source.ts';
import type { SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';

/** What there is: six figures, each with how complete it is and how old. */
export function InventoryScene({ deployment, settings: { zone } }: SceneProps) {
  const regions = useRegions(deployment);
  const nodes = useNodes(deployment);
  const buckets = useBuckets(deployment);
  const events = useEvents(deployment);
  return (
    <div className="wall-scene">
      <dl className="wall-figures">
        <Total name="regions" source={regions} zone={zone} />
        <Total name="nodes" source={nodes} zone={zone} />
        <Summed
          name="advertised capacity"
          source={nodes}
          zone={zone}
          field="advertised"
          format={formatCapacity}
        />
        <Total name="buckets" source={buckets} zone={zone} />
        <Summed name="stored" source={buckets} zone={zone} field="bytes" format={formatBytes} />
        <Summed name="event volume" source={events} zone={zone} field="count" format={formatCount} />
      </dl>
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
  if (source.availability === 'not-offered') return null;
  return (
    <Vouched feeds={[source.feed]} className="min-w-0">
      <dt className="wall-component text-text-2">{name}</dt>
      <dd className="m-0">
        <Fit className="wall-figure" least={0.5}>
          {children ?? '–'}
        </Fit>
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
  readonly format: (total: number | bigint) => string;
}) {
  const listing = source.feed.answer?.value ?? null;
  const sum = useAnswered(listing, field, (list) => list.sum({}, field));
  return (
    <Figure name={name} source={source} zone={zone}>
      {listing && sum && <Value text={format(sum.total)} claim={claimOfSum(listing.claim, sum)} />}
    </Figure>
  );
}
