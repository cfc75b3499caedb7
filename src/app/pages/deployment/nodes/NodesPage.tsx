import { ChartsButton, FoldedCharts } from '#app/charts/FoldedCharts.tsx';
import { ListPage } from '#app/components/page/ListPage.tsx';
import { NoLongerListed } from '#app/components/roster/NoLongerListed.tsx';
import { WorstContradictions } from '#app/components/severity/Contradictions.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useLookups } from '#app/queries/lookups.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { ListSection } from '#app/table/ListSection.tsx';
import { useListPage } from '#app/table/use-list-page.ts';
import { listSchemas } from '#app/url/page-searches.ts';
import type { Node } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { AdvertisedClasses, ClassShares } from './AdvertisedClasses.tsx';
import { ByRegion, NodesByRegion } from './ByRegion.tsx';
import { nodeColumns } from './columns.tsx';
import { Lead } from './Lead.tsx';
import { States, StatesInBand } from './States.tsx';
import { VouchedCapacity } from './VouchedCapacity.tsx';

const contradictions = ['status-nodes', 'region-nodes'] as const;

/** The largest capacity listed: the longest bar of the table. */
async function mostOf(listing: Listing<Node>) {
  const [all] = await listing.numbers({}, ['advertised']);
  return (all ?? new Float64Array()).reduce((most, each) => (each > most ? each : most), 0);
}

/** Which nodes there are, where, in which state, and what they advertise. */
export default function NodesPage() {
  const deployment = useDeployment();
  const source = useNodes(deployment);
  const regions = useRegions(deployment);
  const lookups = useLookups(deployment);
  const list = useListPage(deployment, listSchemas.nodes, source, lookups);
  const { listing, search } = list;
  const most = useAnswered(listing, 'most', mostOf);
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
      <FoldedCharts
        columns="lg:grid-cols-[minmax(0,1fr)_18rem_13rem]"
        band={
          <>
            <NodesByRegion list={list} regions={regions} />
            <ClassShares list={list} />
            <StatesInBand list={list} />
          </>
        }
      >
        <div className="grid gap-x-9 gap-y-7 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_15rem_13rem]">
          <div className="min-w-0 max-md:order-2 md:max-lg:col-span-2">
            <ByRegion list={list} regions={regions} />
          </div>
          <div className="min-w-0 max-md:order-3">
            <AdvertisedClasses list={list} />
          </div>
          <div className="grid min-w-0 content-start gap-y-6 max-md:order-1">
            <States list={list} />
            <VouchedCapacity list={list} />
          </div>
        </div>
      </FoldedCharts>
      <NoLongerListed slug={deployment.slug} subject="node" source={source} />
      <ListSection list={list} columns={nodeColumns(most ?? 0)} places={regions}>
        {search.sort.field === 'rank' && search.sort.descending && 'Not operational first'}
      </ListSection>
    </ListPage>
  );
}
