import { useMemo, useState } from 'react';
import { ChartsButton, chartsOver } from '#app/charts/charts-over.tsx';
import { ListPage } from '#app/components/page/ListPage.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { isGrowing } from '#app/queries/lists.ts';
import { useLookups } from '#app/queries/lookups.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { ListSection } from '#app/table/ListSection.tsx';
import { useListPage } from '#app/table/use-list-page.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { listSchemas } from '#app/url/list-schemas.ts';
import type { Node } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Since } from '#domain/lists/lookups.ts';
import { nodeColumns } from './columns.tsx';
import { Lead } from './Lead.tsx';
import type { NodeChartsProps } from './NodeCharts.tsx';

const Charts = chartsOver<NodeChartsProps>(
  'lg:grid-cols-[minmax(0,1fr)_18rem_13rem]',
  [428, 968],
  () => import('./NodeCharts.tsx'),
);

const WorstContradictions = lazyPart(async () => ({
  default: (await import('#app/components/severity/Contradictions.tsx')).WorstContradictions,
}));
const NoLongerListed = lazyPart(async () => ({
  default: (await import('#app/components/roster/NoLongerListed.tsx')).NoLongerListed,
}));
const SinceReader = lazyPart(() => import('#app/components/timeline/SinceReader.tsx'));

const contradictions = ['status-nodes', 'region-nodes'] as const;

async function mostOf(listing: Listing<Node>) {
  const [all] = await listing.numbers({}, ['advertised']);
  return (all ?? new Float64Array()).reduce((most, each) => (each > most ? each : most), 0);
}

export default function NodesPage() {
  const deployment = useDeployment();
  const source = useNodes(deployment);
  const regions = useRegions(deployment);
  const places = useLookups(deployment);
  const withSince = keepsListsOf(deployment);
  const [since, setSince] = useState<Since>();
  const lookups = useMemo(() => (since ? { ...places, since } : places), [places, since]);
  const list = useListPage(deployment, listSchemas.nodes, source, lookups);
  const { listing, search } = list;
  const found = useListingResult(listing, 'most', mostOf) ?? 0;
  // While the list grows, its maximum is no stable scale.
  const most = isGrowing(deployment, 'node', source) ? 0 : found;
  const columns = useMemo(() => nodeColumns(most, withSince), [most, withSince]);
  return (
    <ListPage
      title="Nodes"
      deployment={deployment}
      source={source}
      lead={
        <>
          {listing && <Lead listing={listing} regions={regions} lookups={lookups} />}
          <WorstContradictions deployment={deployment} kinds={contradictions} />
        </>
      }
      controls={<ChartsButton />}
    >
      {withSince && listing && <SinceReader slug={deployment.slug} kind="node" onSince={setSince} />}
      <Charts list={list} regions={regions} />
      <NoLongerListed slug={deployment.slug} subject="node" source={source} />
      <ListSection list={list} columns={columns} places={regions}>
        {search.sort.field === 'rank' && search.sort.descending && 'Not operational first'}
      </ListSection>
    </ListPage>
  );
}
