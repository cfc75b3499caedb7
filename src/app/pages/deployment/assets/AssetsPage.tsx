import { useMemo } from 'react';
import { ChartsButton, chartsOver } from '#app/charts/charts-over.tsx';
import { EmptyState, Panel, Skeleton } from '#app/components/freshness/Panel.tsx';
import { Completeness } from '#app/components/lists/Completeness.tsx';
import { ClaimedSum, Count } from '#app/components/lists/Count.tsx';
import { KnownRegions } from '#app/components/lists/KnownRegions.tsx';
import { ListPage } from '#app/components/page/ListPage.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { isGrowing } from '#app/queries/lists.ts';
import { useLookups } from '#app/queries/lookups.ts';
import { useAssets } from '#app/queries/resources/assets.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { ListSection } from '#app/table/ListSection.tsx';
import { largestBytes } from '#app/table/stored-column.tsx';
import { useListPage } from '#app/table/use-list-page.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { choices, useChoice } from '#app/url/choice.ts';
import { listSchemas } from '#app/url/list-schemas.ts';
import type { Asset } from '#contract/resources.ts';
import { cacheColours } from '#domain/figures/cache-shares.ts';
import { nothingListed } from '#domain/lists/claim.ts';
import type { Group, Listing, Sum } from '#domain/lists/listing.ts';
import { formatBytes } from '#domain/text/format-figures.ts';
import type { AssetChartsProps } from './AssetCharts.tsx';
import { assetColumns } from './columns.tsx';

const schema = listSchemas.assets;

const CacheMap = lazyPart(async () => ({ default: (await import('./CacheMap.tsx')).CacheMap }), Skeleton);
const Charts = chartsOver<AssetChartsProps>(
  'lg:grid-cols-[minmax(0,1fr)_18rem_22rem]',
  [646, 798],
  () => import('./AssetCharts.tsx'),
);

const none: readonly Group[] = [];

interface Totals {
  readonly words: readonly Group[];
  readonly bytes: Sum;
  readonly largest: Asset['bytes'];
}

async function totalsOf(listing: Listing<Asset>): Promise<Totals> {
  const [words, bytes, largest] = await Promise.all([
    listing.group({}, ['cache_status'], ['bytes']),
    listing.sum({}, 'bytes'),
    largestBytes(listing),
  ]);
  return { words, bytes, largest };
}

export default function AssetsPage() {
  const deployment = useDeployment();
  const source = useAssets(deployment);
  const list = useListPage(deployment, schema, source, useLookups(deployment));
  const { listing } = list;
  const [map] = useChoice('map', choices.cacheMap);
  const totals = useListingResult(listing, 'totals', totalsOf);
  const colours = useMemo(
    () => cacheColours((totals?.words ?? []).map((group) => group.key[0] ?? null)),
    [totals],
  );
  // While the list grows, its maximum is no stable scale.
  const largest = (!isGrowing(deployment, 'asset', source) && totals?.largest) || null;
  const columns = useMemo(() => assetColumns(colours, largest), [colours, largest]);
  return (
    <ListPage
      title="Assets"
      deployment={deployment}
      source={source}
      lead={listing && <Lead listing={listing} totals={totals} />}
      controls={listing?.count !== 0 && <ChartsButton />}
    >
      {listing?.count === 0 ? (
        <Panel title="All assets" sources={[source]}>
          <EmptyState>{nothingListed('assets', listing.claim)}</EmptyState>
        </Panel>
      ) : (
        <>
          {map === 'regions' && <CacheMap list={list} />}
          <Charts list={list} groups={totals?.words ?? none} colours={colours} />
          <ListSection list={list} columns={columns} />
        </>
      )}
    </ListPage>
  );
}

function Lead({ listing, totals }: { readonly listing: Listing<Asset>; readonly totals: Totals | undefined }) {
  const { claim } = listing;
  const says = JSON.stringify([claim, totals !== undefined]);
  return (
    // The changing part is last, so that nothing shifts. The key is the text: a longer sentence mounts as a new
    // element.
    <p key={says} className="lead min-w-0">
      <span className="max-md:block">
        <b>
          <Count value={listing.count} claim={claim} />
        </b>{' '}
        {listing.count === 1 ? 'asset' : 'assets'} listed
        <KnownRegions claim={claim} />
        {totals && (
          <>
            ,{' '}
            <b>
              <ClaimedSum list={claim} sum={totals.bytes} format={formatBytes} />
            </b>
          </>
        )}
        .{' '}
      </span>
      {/* A list of known regions needs the room for its own sentences, so that no second line shifts the page. */}
      {claim.kind !== 'known-regions' && (
        <span className="max-md:block">An asset’s record names no region. </span>
      )}
      <Completeness claim={claim} />
    </p>
  );
}
