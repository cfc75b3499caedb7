import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ChartsButton, chartsOver } from '#app/charts/charts-over.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Completeness } from '#app/components/lists/Completeness.tsx';
import { ClaimedSum, Count } from '#app/components/lists/Count.tsx';
import { KnownRegions } from '#app/components/lists/KnownRegions.tsx';
import { ListPage } from '#app/components/page/ListPage.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { isGrowing } from '#app/queries/lists.ts';
import { useLookups } from '#app/queries/lookups.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Column } from '#app/table/columns.tsx';
import { ListSection } from '#app/table/ListSection.tsx';
import { largestBytes } from '#app/table/stored-column.tsx';
import { type ListView, useListPage } from '#app/table/use-list-page.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { listSchemas } from '#app/url/list-schemas.ts';
import { paths } from '#app/url/paths.ts';
import type { Bucket } from '#contract/resources.ts';
import { repeatedNames } from '#domain/figures/duplicate-names.ts';
import { type Claim, nothingListed } from '#domain/lists/claim.ts';
import type { Listing, Sum } from '#domain/lists/listing.ts';
import { formatBytes, formatCount } from '#domain/text/format-figures.ts';
import type { BucketChartsProps } from './BucketCharts.tsx';
import { bucketColumns } from './columns.tsx';
import type { GrowthResult } from './GrowthReader.tsx';

const schema = listSchemas.buckets;

const Charts = chartsOver<BucketChartsProps>(
  'lg:grid-cols-[minmax(0,1fr)_24rem]',
  [422, 1242],
  () => import('./BucketCharts.tsx'),
);

const GrowthReader = lazyPart(() => import('./GrowthReader.tsx'));

/** Column shown until the code that reads growth from the history record is loaded. */
const placeholderColumn: Column<Bucket> = {
  field: 'growth',
  header: 'In 7 d',
  align: 'right',
  wide: true,
  width: '6rem',
  cell: () => '–',
  exported: () => null,
};

const none: ReadonlySet<string> = new Set();

interface Totals {
  readonly bytes: Sum;
  readonly objects: Sum;
  readonly repeated: ReadonlySet<string>;
  readonly largest: Bucket['bytes'];
}

async function totalsOf(listing: Listing<Bucket>): Promise<Totals> {
  const [bytes, objects, names, largest] = await Promise.all([
    listing.sum({}, 'bytes'),
    listing.sum({}, 'objects'),
    listing.group({}, ['name'], [], 2),
    largestBytes(listing),
  ]);
  return { bytes, objects, repeated: repeatedNames(names), largest };
}

export default function BucketsPage() {
  const deployment = useDeployment();
  const source = useBuckets(deployment);
  const places = useLookups(deployment);
  const withGrowth = keepsListsOf(deployment);
  const [result, setResult] = useState<GrowthResult>();
  const growth = result?.growth;
  const lookups = useMemo(() => (growth ? { ...places, growth } : places), [places, growth]);
  const list = useListPage(deployment, schema, source, lookups);
  const { listing } = list;
  const totals = useListingResult(listing, 'totals', totalsOf);
  // The charts are of sizes, which the history has once a day only.
  const isPast = useMoment() !== null;
  return (
    <ListPage
      title="Buckets"
      deployment={deployment}
      source={source}
      lead={listing && <Lead listing={listing} totals={isPast ? undefined : totals} />}
      controls={listing?.count !== 0 && !isPast && <ChartsButton />}
    >
      {listing?.count === 0 ? (
        <Panel title="All buckets" sources={[source]}>
          <EmptyState>{nothingListed('buckets', listing.claim)}</EmptyState>
        </Panel>
      ) : (
        <>
          {withGrowth && listing && (
            <GrowthReader slug={deployment.slug} path={source.path} onGrowth={setResult} />
          )}
          {!isPast && <Charts list={list} repeated={totals?.repeated ?? none} />}
          <BucketTable
            list={list}
            totals={totals}
            growth={withGrowth ? (result?.column ?? placeholderColumn) : null}
          />
        </>
      )}
    </ListPage>
  );
}

function BucketTable({
  list,
  totals,
  growth,
}: {
  readonly list: ListView<Bucket>;
  readonly totals: Totals | undefined;
  readonly growth: Column<Bucket> | null;
}) {
  const { deployment, listing, lookups, search } = list;
  const places = useRegions(deployment);
  const repeated = totals?.repeated ?? none;
  // Names of all buckets go to the worker only if this filter is set.
  const isSameName = search.where['same_name'] !== undefined;
  const shown = useMemo(
    () => (isSameName ? listing?.joined({ ...lookups, repeated }) : listing) ?? null,
    [isSameName, listing, lookups, repeated],
  );
  // While the list grows, its maximum is no stable scale.
  const isComplete = !isGrowing(deployment, 'bucket', list.source);
  const largest = (isComplete && totals?.largest) || null;
  const columns = useMemo(() => bucketColumns(repeated, largest, growth), [repeated, largest, growth]);
  return (
    <ListSection
      list={{ ...list, listing: totals || !isSameName ? shown : null }}
      columns={columns}
      places={places}
    >
      {listing && repeated.size > 0 && (
        <Repetition names={repeated.size} claim={listing.claim} slug={deployment.slug} />
      )}
    </ListSection>
  );
}

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
    <span className="max-md:hidden">
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
  const says = JSON.stringify([claim, totals !== undefined]);
  return (
    <p className="lead min-w-0">
      {/* The key is the text: a longer sentence mounts as a new element and causes no layout shift. */}
      <span key={says}>
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
              <ClaimedSum list={claim} sum={totals.bytes} format={formatBytes} />
            </b>{' '}
            in{' '}
            <b>
              <ClaimedSum list={claim} sum={totals.objects} format={formatCount} />
            </b>{' '}
            objects
          </>
        )}
        .{' '}
      </span>
      <Completeness claim={claim} after={says} />
    </p>
  );
}
