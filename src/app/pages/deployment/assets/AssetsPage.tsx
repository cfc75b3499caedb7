import { ChartsButton, FoldedCharts } from '#app/charts/FoldedCharts.tsx';
import { Completeness } from '#app/components/lists/Completeness.tsx';
import { ClaimedSum, Count } from '#app/components/lists/Count.tsx';
import { KnownRegions } from '#app/components/lists/KnownRegions.tsx';
import { ListPage } from '#app/components/page/ListPage.tsx';
import { EmptyState, Panel } from '#app/components/vouching/Panel.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useLookups } from '#app/queries/lookups.ts';
import { useAssets } from '#app/queries/resources/assets.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { ListSection } from '#app/table/ListSection.tsx';
import { useListPage } from '#app/table/use-list-page.ts';
import { listSchemas } from '#app/url/page-searches.ts';
import type { Asset } from '#contract/resources.ts';
import { cacheColours } from '#domain/figures/cache-shares.ts';
import { nothingListed } from '#domain/lists/claim.ts';
import type { Group, Listing, Sum } from '#domain/lists/listing.ts';
import { formatBytes } from '#domain/text/format-figures.ts';
import { CacheByRegion } from './CacheByRegion.tsx';
import { CacheMap, CompareRegions, useCacheMap } from './CacheMap.tsx';
import { CacheStatus, CacheStatusInBand } from './CacheStatus.tsx';
import { assetColumns } from './columns.tsx';
import { Segments, SegmentsInBand } from './Segments.tsx';

const schema = listSchemas.assets;

interface Totals {
  readonly words: readonly Group[];
  readonly bytes: Sum;
  readonly largest: Asset['bytes'];
}

async function totalsOf(listing: Listing<Asset>): Promise<Totals> {
  const [words, bytes, sorted] = await Promise.all([
    listing.group({}, ['cache_status'], ['bytes']),
    listing.sum({}, 'bytes'),
    listing.rows({ sort: [schema.sort] }),
  ]);
  const [largest] = await sorted.slice(0, 1);
  return { words, bytes, largest: largest?.bytes ?? null };
}

/** What the caches hold, in which state, and where in the tree of paths. */
export default function AssetsPage() {
  const deployment = useDeployment();
  const source = useAssets(deployment);
  const list = useListPage(deployment, schema, source, useLookups(deployment));
  const { listing } = list;
  const totals = useAnswered(listing, 'totals', totalsOf);
  const [isMapOpen, toggle] = useCacheMap('-my-1 py-1 text-text underline underline-offset-3');
  const colours = cacheColours((totals?.words ?? []).map((group) => group.key[0] ?? null));
  const columns = assetColumns(colours, totals?.largest ?? null);
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
          <CacheMap list={list} />
          <FoldedCharts
            columns="lg:grid-cols-[minmax(0,1fr)_18rem_22rem]"
            band={
              <>
                <CacheByRegion
                  list={list}
                  colours={colours}
                  toggle={!isMapOpen && toggle}
                  otherwise={<CompareRegions list={list} inBand />}
                />
                <CacheStatusInBand list={list} groups={totals?.words ?? []} colours={colours} />
                <SegmentsInBand list={list} />
              </>
            }
          >
            <div className="grid gap-y-8">
              <CompareRegions list={list} />
              <CacheStatus list={list} groups={totals?.words ?? []} colours={colours} />
              <Segments list={list} colours={colours} />
            </div>
          </FoldedCharts>
          <ListSection list={list} columns={columns} />
        </>
      )}
    </ListPage>
  );
}

function Lead({ listing, totals }: { readonly listing: Listing<Asset>; readonly totals: Totals | undefined }) {
  const { claim } = listing;
  return (
    // What changes while the list is read stands last: it moves nothing.
    <p className="lead min-w-0">
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
      <span className="max-md:block">An asset’s record names no region. </span>
      <Completeness claim={claim} />
    </p>
  );
}
