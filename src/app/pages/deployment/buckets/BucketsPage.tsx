import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Deployment } from '../../../../contract/host.ts';
import type { Bucket } from '../../../../contract/resources.ts';
import { type Claim, claimOfSum, exact, nothingListed } from '../../../../domain/claim.ts';
import { formatBytes, formatCount } from '../../../../domain/format-figures.ts';
import type { Listing, Sum } from '../../../../domain/listing.ts';
import type { Lookups } from '../../../../domain/lookups.ts';
import { sizeBandLabel } from '../../../../domain/size-bands.ts';
import { Completeness } from '../../../components/Completeness.tsx';
import { Claimed, Count } from '../../../components/Count.tsx';
import { KnownRegions } from '../../../components/KnownRegions.tsx';
import { ListPage } from '../../../components/ListPage.tsx';
import { EmptyState, Panel } from '../../../components/Panel.tsx';
import { DataTable } from '../../../components/table/DataTable.tsx';
import { FilterBar } from '../../../components/table/FilterBar.tsx';
import type { Filter } from '../../../components/table/filter.ts';
import { useDeployment } from '../../../frame/DeploymentFrame.tsx';
import { listSchemas } from '../../../list-schemas.ts';
import { paths } from '../../../paths.ts';
import { useAnswered } from '../../../queries/answered.ts';
import { useBuckets } from '../../../queries/buckets.ts';
import { useWholeList } from '../../../queries/looked-at.ts';
import { useJoined, useLookups } from '../../../queries/lookups.ts';
import { useRegions } from '../../../queries/regions.ts';
import type { Source } from '../../../queries/source.ts';
import { useListSearch } from '../../../search.ts';
import { BucketSizes } from './BucketSizes.tsx';
import { bucketColumns } from './columns.tsx';
import { ObjectsAgainstBytes } from './ObjectsAgainstBytes.tsx';
import { StoredByRegion } from './StoredByRegion.tsx';
import { repeatedNames } from './twins.ts';

const schema = listSchemas.buckets;

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
    listing.group({}, ['name'], [], 2),
    listing.rows({ sort: [schema.sort] }),
  ]);
  const [largest] = await sorted.slice(0, 1);
  return { bytes, objects, repeated: repeatedNames(names), largest: largest?.bytes ?? null };
}

/** What is stored, where, in which sizes; equal names told apart. */
export default function BucketsPage() {
  const deployment = useDeployment();
  useWholeList(deployment, 'bucket');
  const source = useBuckets(deployment);
  const lookups = useLookups(deployment);
  const listing = useJoined(source, lookups);
  const totals = useAnswered(listing, 'totals', totalsOf);
  return (
    <ListPage
      title="Buckets"
      deployment={deployment}
      source={source}
      lead={listing && <Lead listing={listing} totals={totals} />}
    >
      {!listing || listing.count === 0 ? (
        <Panel title="All buckets" sources={[source]}>
          <EmptyState>{nothingListed('buckets', listing?.claim ?? exact)}</EmptyState>
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
          <BucketTable
            deployment={deployment}
            source={source}
            listing={listing}
            lookups={lookups}
            totals={totals}
          />
        </>
      )}
    </ListPage>
  );
}

function BucketTable({
  deployment,
  source,
  listing,
  lookups,
  totals,
}: {
  readonly deployment: Deployment;
  readonly source: Source<Listing<Bucket>>;
  readonly listing: Listing<Bucket>;
  readonly lookups: Lookups;
  readonly totals: Totals | undefined;
}) {
  const { slug } = deployment;
  const places = useRegions(deployment);
  const [search, onSearch] = useListSearch(schema);
  const repeated = totals?.repeated ?? none;
  // All names need not cross to a worker while nobody asks for them.
  const isTwins = search.where['same_name'] !== undefined;
  const shown = useMemo(
    () => (isTwins ? listing.joined({ ...lookups, repeated }) : listing),
    [isTwins, listing, lookups, repeated],
  );
  const columns = bucketColumns(repeated, totals?.largest ?? null);
  return (
    <div className="mt-8">
      <FilterBar
        listing={shown}
        filters={filters}
        placeholder="Bucket name or id"
        search={search}
        onSearch={onSearch}
      >
        {repeated.size > 0 && <Repetition names={repeated.size} claim={listing.claim} slug={slug} />}
      </FilterBar>
      {(totals || !isTwins) && (
        <DataTable
          noun="buckets"
          slug={slug}
          source={source}
          places={places}
          listing={shown}
          lookups={lookups}
          columns={columns}
          search={search}
          onSearch={onSearch}
        />
      )}
    </div>
  );
}

/** Leads to the buckets whose names others have, equal names together. */
function Repetition({
  names,
  claim,
  slug,
}: {
  readonly names: number;
  readonly claim: Claim;
  readonly slug: string;
}) {
  return (
    <span>
      <Link
        className="underline underline-offset-3"
        to={paths.buckets(slug, { same_name: 'yes', sort: 'name' })}
        preventScrollReset
      >
        <Count value={names} claim={claim} /> {names === 1 ? 'name' : 'names'}
      </Link>{' '}
      {names === 1 ? 'is' : 'are'} used more than once, so ids are shown
    </span>
  );
}

function Lead({ listing, totals }: { readonly listing: Listing<Bucket>; readonly totals: Totals | undefined }) {
  const { claim } = listing;
  return (
    <p className="lead min-w-0">
      <b>
        <Count value={listing.count} claim={claim} />
      </b>{' '}
      {listing.count === 1 ? 'bucket' : 'buckets'}
      <KnownRegions claim={claim} />
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
