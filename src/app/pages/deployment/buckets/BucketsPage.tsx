import type { Bucket } from '../../../../contract/resources.ts';
import { claimOfSum } from '../../../../domain/claim.ts';
import { formatExact } from '../../../../domain/format.ts';
import { formatBytes, formatCount } from '../../../../domain/format-figures.ts';
import type { Listing, Sum } from '../../../../domain/listing.ts';
import { sizeBandLabel } from '../../../../domain/size-bands.ts';
import { Completeness } from '../../../components/Completeness.tsx';
import { Claimed, Count } from '../../../components/Count.tsx';
import { EmptyState, NotOffered, Panel } from '../../../components/Panel.tsx';
import { DataTable } from '../../../components/table/DataTable.tsx';
import { type Filter, FilterBar } from '../../../components/table/FilterBar.tsx';
import { Vouched } from '../../../components/vouching.tsx';
import { useDeployment } from '../../../frame/DeploymentFrame.tsx';
import { PageTitle } from '../../../frame/PageTitle.tsx';
import { useAnswered } from '../../../queries/answered.ts';
import { useBuckets } from '../../../queries/buckets.ts';
import { useJoined, useLookups } from '../../../queries/lookups.ts';
import { type ListSearchSchema, useListSearch } from '../../../search.ts';
import { BucketSizes } from './BucketSizes.tsx';
import { bucketColumns } from './columns.tsx';
import { ObjectsAgainstBytes } from './ObjectsAgainstBytes.tsx';
import { StoredByRegion } from './StoredByRegion.tsx';
import { repeatedNames } from './twins.ts';

const schema: ListSearchSchema = {
  filters: ['region', 'zone', 'size'],
  sortable: ['name', 'id', 'region', 'city', 'objects', 'mean', 'bytes', 'created_at'],
  sort: { field: 'bytes', descending: true },
};

const filters: readonly Filter[] = [
  { field: 'region', label: 'Region' },
  { field: 'zone', label: 'Zone' },
  { field: 'size', label: 'Size', show: sizeBandLabel },
];

const plotHeight = 306;
const none: ReadonlySet<string> = new Set();

interface Totals {
  readonly bytes: Sum;
  readonly objects: Sum;
  readonly repeated: ReadonlySet<string>;
  readonly largest: Bucket['bytes'];
}

async function totalsOf(listing: Listing<Bucket>): Promise<Totals> {
  const [bytes, objects, names, sorted] = await Promise.all([
    listing.sum({}, 'bytes'),
    listing.sum({}, 'objects'),
    listing.group({}, ['name']),
    listing.rows({ sort: [schema.sort] }),
  ]);
  const [largest] = await sorted.slice(0, 1);
  return { bytes, objects, repeated: repeatedNames(names), largest: largest?.bytes ?? null };
}

/** What is stored, where, in which sizes; equal names told apart. */
export default function BucketsPage() {
  const deployment = useDeployment();
  const source = useBuckets(deployment);
  const lookups = useLookups(deployment);
  const listing = useJoined(source, lookups);
  const totals = useAnswered(listing, 'totals', totalsOf);
  const [search, onSearch] = useListSearch(schema);
  const title = <PageTitle title={`Buckets, ${deployment.name}`}>Buckets</PageTitle>;
  if (source.availability === 'not-offered')
    return (
      <div className="pt-4">
        {title}
        <NotOffered path={source.path} />
      </div>
    );
  return (
    <div className="pt-4">
      <Vouched feeds={[source.feed]} as="header" className="mb-4 flex flex-wrap items-baseline gap-x-5">
        {title}
        {listing && <Lead listing={listing} totals={totals} />}
      </Vouched>
      {!listing || listing.count === 0 ? (
        <Panel title="All buckets" sources={[source]}>
          <EmptyState>The service lists no buckets.</EmptyState>
        </Panel>
      ) : (
        <>
          <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-[27fr_32fr_32fr]">
            <StoredByRegion source={source} listing={listing} lookups={lookups} slug={deployment.slug} />
            <BucketSizes source={source} listing={listing} slug={deployment.slug} height={plotHeight} />
            <ObjectsAgainstBytes
              source={source}
              listing={listing}
              repeated={totals?.repeated ?? none}
              slug={deployment.slug}
              height={plotHeight}
            />
          </div>
          <div className="mt-8">
            <FilterBar
              listing={listing}
              filters={filters}
              placeholder="Bucket name or id"
              search={search}
              onSearch={onSearch}
            >
              {totals && totals.repeated.size > 0 && repetition(totals.repeated.size)}
            </FilterBar>
            <DataTable
              noun="buckets"
              slug={deployment.slug}
              source={source}
              listing={listing}
              lookups={lookups}
              columns={bucketColumns(totals?.repeated ?? none, totals?.largest ?? null)}
              search={search}
              onSearch={onSearch}
            />
          </div>
        </>
      )}
    </div>
  );
}

function repetition(names: number): string {
  return names === 1
    ? '1 name is used more than once, so ids are shown'
    : `${formatExact(names)} names are used more than once, so ids are shown`;
}

function Lead({ listing, totals }: { readonly listing: Listing<Bucket>; readonly totals: Totals | undefined }) {
  const { claim } = listing;
  return (
    <p className="lead min-w-0">
      <b>
        <Count value={listing.count} claim={claim} />
      </b>{' '}
      {listing.count === 1 ? 'bucket' : 'buckets'}
      {totals && (
        <>
          {' '}
          hold{' '}
          <b>
            <Claimed claim={claimOfSum(claim, totals.bytes)}>{formatBytes(totals.bytes.total)}</Claimed>
          </b>{' '}
          in{' '}
          <b>
            <Claimed claim={claimOfSum(claim, totals.objects)}>{formatCount(totals.objects.total)}</Claimed>
          </b>{' '}
          objects
        </>
      )}
      . <Completeness claim={claim} />
    </p>
  );
}
