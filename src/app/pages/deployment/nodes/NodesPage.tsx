import { ListPage } from '#app/components/page/ListPage.tsx';
import { NoLongerListed } from '#app/components/roster/NoLongerListed.tsx';
import { Contradictions } from '#app/components/severity/Contradictions.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { useWholeList } from '#app/queries/wanted-lists.ts';
import { DataTable } from '#app/table/DataTable.tsx';
import { FilterBar } from '#app/table/filter/FilterBar.tsx';
import type { Filter } from '#app/table/filter/filter.ts';
import { listSchemas } from '#app/url/list-schemas.ts';
import { useListSearch } from '#app/url/search.ts';
import type { Node } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { AdvertisedClasses } from './AdvertisedClasses.tsx';
import { ByRegion } from './ByRegion.tsx';
import { nodeColumns } from './columns.tsx';
import { Lead } from './Lead.tsx';
import { States } from './States.tsx';
import { VouchedCapacity } from './VouchedCapacity.tsx';

const schema = listSchemas.nodes;

const contradictions = ['status-nodes', 'region-nodes'] as const;

const filters: readonly Filter[] = [
  { field: 'zone', label: 'Zone', none: 'unknown region' },
  { field: 'region', label: 'Region' },
  { field: 'status', label: 'Status', states: true },
  { field: 'capacity', label: 'Capacity' },
];

/** The largest capacity listed: the longest bar of the table. */
async function mostOf(listing: Listing<Node>) {
  const [all] = await listing.numbers({}, ['advertised']);
  return (all ?? new Float64Array()).reduce((most, each) => (each > most ? each : most), 0);
}

/** Which nodes there are, where, in which state, and what they advertise. */
export default function NodesPage() {
  const deployment = useDeployment();
  const { slug } = deployment;
  useWholeList(deployment, 'node');
  const source = useNodes(deployment);
  const regions = useRegions(deployment);
  const lookups = useLookups(deployment);
  const listing = useJoined(source, lookups);
  const most = useAnswered(listing, 'most', mostOf);
  const [search, onSearch] = useListSearch(schema);
  const columns = nodeColumns(most ?? 0);
  return (
    <ListPage
      title="Nodes"
      deployment={deployment}
      source={source}
      lead={listing && <Lead listing={listing} regions={regions} lookups={lookups} />}
    >
      <Contradictions deployment={deployment} kinds={contradictions} className="mb-6" />
      <div className="grid gap-x-9 gap-y-7 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_15rem_13rem]">
        <div className="min-w-0 max-md:order-2 md:max-lg:col-span-2">
          <ByRegion source={source} listing={listing} regions={regions} slug={slug} />
        </div>
        <div className="min-w-0 max-md:order-3">
          <AdvertisedClasses source={source} listing={listing} slug={slug} />
        </div>
        <div className="grid min-w-0 content-start gap-y-6 max-md:order-1">
          <States source={source} listing={listing} deployment={deployment} />
          <VouchedCapacity source={source} listing={listing} />
        </div>
      </div>
      <NoLongerListed slug={slug} subject="node" source={source} />
      {listing && (
        <div className="mt-7">
          <FilterBar
            listing={listing}
            filters={filters}
            placeholder="Node id, region or city"
            search={search}
            onSearch={onSearch}
          >
            {search.sort.field === 'rank' && search.sort.descending && 'Not operational first'}
          </FilterBar>
          <DataTable
            noun="nodes"
            slug={slug}
            source={source}
            places={regions}
            listing={listing}
            lookups={lookups}
            columns={columns}
            search={search}
            onSearch={onSearch}
          />
        </div>
      )}
    </ListPage>
  );
}
