import { useMemo } from 'react';
import { OfCompleteList } from '#app/charts/FoldedCharts.tsx';
import { ListPage } from '#app/components/page/ListPage.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import { isGrowing } from '#app/queries/lists.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { ListSection } from '#app/table/ListSection.tsx';
import { useListPage } from '#app/table/use-list-page.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import { listSchemas } from '#app/url/list-schemas.ts';
import type { EventType } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { noLookups } from '#domain/lists/lookups.ts';
import { eventColumns } from './columns.tsx';
import { Lead } from './Lead.tsx';
import { sourceOrder } from './source-colours.ts';
import { VolumesRoom } from './volumes/VolumesRoom.tsx';

const Volumes = lazyOnVisible(() => import('./volumes/Volumes.tsx'), VolumesRoom);

async function totalsOf(listing: Listing<EventType>) {
  const [sum, groups, sorted] = await Promise.all([
    listing.sum({}, 'count'),
    listing.group({}, ['source'], ['count']),
    listing.rows({ sort: [{ field: 'count', descending: true }] }),
  ]);
  const [largest] = await sorted.slice(0, 1);
  return { sum, groups, largest: largest?.count ?? 0 };
}

export default function EventsPage() {
  const deployment = useDeployment();
  const source = useEvents(deployment);
  const list = useListPage(deployment, listSchemas.events, source, noLookups);
  const { listing } = list;
  const totals = useListingResult(listing, 'totals', totalsOf);
  const { volumes } = useSession(deployment.slug);
  const order = useMemo(
    () => sourceOrder(volumes, totals?.groups.map(({ key: [key] }) => key ?? null) ?? []),
    [volumes, totals],
  );
  // While the list grows, its maximum is no stable scale.
  const largest = isGrowing(deployment, 'event', source) ? 0 : (totals?.largest ?? 0);
  const columns = useMemo(
    () => eventColumns({ order, largest, total: totals?.sum.total ?? 0 }),
    [order, totals, largest],
  );
  return (
    <ListPage
      title="Events"
      deployment={deployment}
      source={source}
      lead={listing && <Lead listing={listing} sum={totals?.sum} />}
    >
      <Volumes list={list} order={order} groups={totals?.groups ?? []} />
      <OfCompleteList />
      <ListSection list={list} columns={columns} />
    </ListPage>
  );
}
