import { ListPage } from '#app/components/page/ListPage.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useSession } from '#app/observe/session/store.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { DataTable } from '#app/table/DataTable.tsx';
import { FilterBar } from '#app/table/filter/FilterBar.tsx';
import type { Filter } from '#app/table/filter/filter.ts';
import { later } from '#app/ui/later.tsx';
import { listSchemas } from '#app/url/list-schemas.ts';
import { useListSearch } from '#app/url/search.ts';
import type { EventType } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import { ByType } from './ByType.tsx';
import { eventColumns } from './columns.tsx';
import { LargestTypes } from './LargestTypes.tsx';
import { Lead } from './Lead.tsx';
import { sourceOrder } from './volumes.ts';

const BySource = later(
  () => import('./BySource.tsx'),
  () => <div className="h-[440px]" />,
);

const schema = listSchemas.events;

const filters: readonly Filter[] = [{ field: 'source', label: 'Source' }];

async function totalsOf(listing: Listing<EventType>) {
  const [sum, groups, sorted] = await Promise.all([
    listing.sum({}, 'count'),
    listing.group({}, ['source'], ['count']),
    listing.rows({ sort: [{ field: 'count', descending: true }] }),
  ]);
  const [largest] = await sorted.slice(0, 1);
  return { sum, groups, largest: largest?.count ?? 0 };
}

/** Which event types there are, how much of each was reported, and what moved since the page opened. */
export default function EventsPage() {
  const deployment = useDeployment();
  const { slug } = deployment;
  const source = useEvents(deployment);
  const listing = source.feed.answer?.value ?? null;
  const totals = useAnswered(listing, 'totals', totalsOf);
  const { volumes } = useSession(slug);
  const [search, onSearch] = useListSearch(schema);
  const order = sourceOrder(volumes, totals?.groups.map(({ key: [key] }) => key ?? null) ?? []);
  const columns = eventColumns({ order, largest: totals?.largest ?? 0, total: totals?.sum.total ?? 0 });
  const shared = { source, listing, readings: volumes, order, slug };
  return (
    <ListPage
      title="Events"
      deployment={deployment}
      source={source}
      lead={listing && <Lead listing={listing} sum={totals?.sum} />}
    >
      <div className="grid gap-x-11 gap-y-7 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <BySource {...shared} deployment={deployment} groups={totals?.groups ?? []} />
        <ByType {...shared} sum={totals?.sum} />
      </div>
      <LargestTypes {...shared} />
      {listing && (
        <div className="mt-7">
          <FilterBar
            listing={listing}
            filters={filters}
            placeholder="Name, id or source"
            search={search}
            onSearch={onSearch}
          />
          <DataTable
            noun="event types"
            slug={slug}
            source={source}
            listing={listing}
            lookups={noLookups}
            columns={columns}
            search={search}
            onSearch={onSearch}
          />
        </div>
      )}
    </ListPage>
  );
}
