import type { Asset } from '../../../../contract/resources.ts';
import { claimOfSum, exact, nothingListed } from '../../../../domain/claim.ts';
import { formatBytes } from '../../../../domain/format-figures.ts';
import type { Group, Listing, Sum } from '../../../../domain/listing.ts';
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
import { useAnswered } from '../../../queries/answered.ts';
import { useAssets } from '../../../queries/assets.ts';
import { useWholeList } from '../../../queries/looked-at.ts';
import { useJoined, useLookups } from '../../../queries/lookups.ts';
import { useListSearch } from '../../../search.ts';
import { CacheMap } from './CacheMap.tsx';
import { CacheStatus } from './CacheStatus.tsx';
import { cacheColours } from './cache-shares.ts';
import { assetColumns } from './columns.tsx';
import { Segments } from './Segments.tsx';

const schema = listSchemas.assets;

const filters: readonly Filter[] = [
  { field: 'cache_status', label: 'Cache status' },
  { field: 'segment', label: 'First segment' },
];

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
  useWholeList(deployment, 'asset');
  const source = useAssets(deployment);
  const lookups = useLookups(deployment);
  const listing = useJoined(source, lookups);
  const totals = useAnswered(listing, 'totals', totalsOf);
  const [search, onSearch] = useListSearch(schema);
  const colours = cacheColours((totals?.words ?? []).map((group) => group.key[0] ?? null));
  const columns = assetColumns(colours, totals?.largest ?? null);
  return (
    <ListPage
      title="Assets"
      deployment={deployment}
      source={source}
      lead={listing && <Lead listing={listing} totals={totals} />}
    >
      {!listing || listing.count === 0 ? (
        <Panel title="All assets" sources={[source]}>
          <EmptyState>{nothingListed('assets', listing?.claim ?? exact)}</EmptyState>
        </Panel>
      ) : (
        <>
          <div className="grid gap-y-8">
            <CacheStatus
              source={source}
              groups={totals?.words ?? []}
              claim={listing.claim}
              colours={colours}
              slug={deployment.slug}
            />
            <Segments source={source} listing={listing} colours={colours} slug={deployment.slug} />
            <CacheMap deployment={deployment} source={source} />
          </div>
          <div className="mt-8">
            <FilterBar
              listing={listing}
              filters={filters}
              placeholder="Path, word or id"
              search={search}
              onSearch={onSearch}
            />
            <DataTable
              noun="assets"
              slug={deployment.slug}
              source={source}
              listing={listing}
              lookups={lookups}
              columns={columns}
              search={search}
              onSearch={onSearch}
            />
          </div>
        </>
      )}
    </ListPage>
  );
}

function Lead({ listing, totals }: { readonly listing: Listing<Asset>; readonly totals: Totals | undefined }) {
  const { claim } = listing;
  return (
    <p className="lead min-w-0">
      <b>
        <Count value={listing.count} claim={claim} />
      </b>{' '}
      {listing.count === 1 ? 'asset' : 'assets'} listed
      <KnownRegions claim={claim} />
      {totals && (
        <>
          ,{' '}
          <b>
            <Claimed claim={claimOfSum(claim, totals.bytes)}>{formatBytes(totals.bytes.total)}</Claimed>
          </b>
        </>
      )}
      . <Completeness claim={claim} /> An asset’s record names no region.
    </p>
  );
}
