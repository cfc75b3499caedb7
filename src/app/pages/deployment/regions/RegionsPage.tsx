import { useMemo, useState } from 'react';
import { StaleAge } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState, NeverRead, NotOffered, Panel, Skeleton } from '#app/components/freshness/Panel.tsx';
import { ToList } from '#app/components/keys/ToList.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { claimOfSource } from '#app/map/layout/region-places.ts';
import type { RegionMapProps } from '#app/map/RegionMap.tsx';
import { useRegionsByNodes } from '#app/observe/verdicts/verdicts.ts';
import { isGrowing } from '#app/queries/lists.ts';
import { useRegionLists } from '#app/queries/regions/use-region-lists.ts';
import { type RegionInventory, useInventory } from '#app/queries/regions/use-region-rows.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { SearchField } from '#app/table/filter/SearchField.tsx';
import { lazyOnVisible, lazyOnVisibleOrIdle } from '#app/ui/loading/lazy-on-visible.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { listSchemas } from '#app/url/list-schemas.ts';
import { isFiltered, useListSearch } from '#app/url/search.ts';
import type { Deployment } from '#contract/host.ts';
import type { Region } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { nothingListed } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { noLookups, type Since } from '#domain/lists/lookups.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { type Zone, zonesOf } from '#domain/regions/zones.ts';
import type { RegionsByNodes } from '#domain/severity/region-state.ts';
import { growthHeights, growthRoom } from './growth-room.ts';
import { regionAt, useSelectedRegion } from './highlighted-row.ts';
import { Lead } from './Lead.tsx';
import type { RegionGrowthProps } from './RegionGrowth.tsx';
import { RegionList } from './RegionList.tsx';
import type { RegionTableProps } from './RegionTable.tsx';
import { comparedBy, ZoneChart } from './zones/ZoneChart.tsx';
import { type ZoneClaims, ZoneTable } from './zones/ZoneTable.tsx';

/** Height of the map divided by its width. */
const ratio = 0.445;
const RegionMap = lazyOnVisible<RegionMapProps>(
  async () => ({ default: (await import('#app/map/RegionMap.tsx')).RegionMap }),
  () => <div style={{ aspectRatio: 1 / ratio }} />,
);

const Contradictions = lazyPart(async () => ({
  default: (await import('#app/components/severity/Contradictions.tsx')).Contradictions,
}));
const Joins = lazyPart(() => import('./Joins.tsx'));
const NoLongerListed = lazyPart(async () => ({
  default: (await import('#app/components/roster/NoLongerListed.tsx')).NoLongerListed,
}));
/**
 * Table below the first screen, loaded when visible or idle. Its placeholder reserves the height of its rows
 * and zone heads.
 */
const RegionTable = lazyOnVisibleOrIdle<RegionTableProps>(
  () => import('./RegionTable.tsx'),
  ({ list: { listing } }) => <div style={{ minHeight: `${2 * (listing?.count ?? 0) + 10}rem` }} />,
);
/** Placeholder of the growth panel. It assumes twelve zones until their number is known. */
const GrowthPlace = ({ zones }: { readonly zones: readonly Zone[] | null }) => (
  <div className={growthRoom} style={growthHeights(zones?.length ?? 12)} />
);
const RegionGrowth = lazyOnVisible<RegionGrowthProps>(() => import('./RegionGrowth.tsx'), GrowthPlace);
const SinceReader = lazyPart(() => import('#app/components/timeline/SinceReader.tsx'));

/**
 * Class names that place the map of Europe beside the zones, or below them on a narrow screen. In print, the
 * map stands below the world map.
 */
const besideZones = 'europe no-print max-xl:order-1';
/** Placeholder of the map of Europe, until it is known whether Europe has regions. */
const EuropePlace = () => <div className={besideZones} />;
const EuropeMap = lazyPart(
  async () => ({ default: (await import('#app/map/EuropeMap.tsx')).EuropeMap }),
  EuropePlace,
);

const schema = listSchemas.regions;

/**
 * Kinds of contradictions that the page lists. Contradictions between API versions are in the introduction
 * instead.
 */
const contradictions = ['status-regions', 'region-nodes'] as const;

export default function RegionsPage() {
  const deployment = useDeployment();
  const byNodes = useRegionsByNodes(deployment);
  const inventory = useInventory(deployment, useRegionLists(deployment), byNodes);
  const { preferred, offered } = inventory.lists;
  const feeds = offered.length === 0 ? [preferred.feed] : offered.map(({ source }) => source.feed);
  return (
    <>
      <Confirmed
        feeds={feeds}
        as="header"
        // Reserves the second line that the comparison of versions needs on a narrow screen.
        className="flex items-baseline gap-x-5 gap-y-1 pt-2.5 pb-2 max-md:min-h-34 max-md:flex-wrap max-md:content-start md:max-2xl:min-h-[73px]"
      >
        <PageTitle title={`Regions, ${deployment.name}`}>Regions</PageTitle>
        <ToList />
        {inventory.listing && (
          <Lead deployment={deployment} lists={inventory.lists} listing={inventory.listing} />
        )}
        <StaleAge feeds={feeds} />
      </Confirmed>
      {offered.length === 0 ? (
        <NotOffered path="/api/v2/regions or /api/v1/regions" />
      ) : (
        <Regions deployment={deployment} inventory={inventory} byNodes={byNodes} />
      )}
    </>
  );
}

function Regions({
  deployment,
  inventory,
  byNodes,
}: {
  readonly deployment: Deployment;
  readonly inventory: RegionInventory;
  readonly byNodes: RegionsByNodes;
}) {
  const { slug } = deployment;
  const { lists, nodes, buckets, listing, isRanked } = inventory;
  // Zones are sorted by their content. The order appears when the data is complete, and then stays visible.
  const [wasRanked, setRanked] = useState(false);
  if (isRanked && !wasRanked) setRanked(true);
  const [ofNodes, ofBuckets] = [claimOfSource(nodes), claimOfSource(buckets)];
  // Memoised, because new claims lay out the map again; pointing at a mark must not.
  const claims = useMemo(
    (): ZoneClaims => ({ regions: lists.claim, nodes: ofNodes, buckets: ofBuckets }),
    [lists.claim, ofNodes, ofBuckets],
  );
  // The claims belong to the lists of these sums; the next lists may be complete.
  const compared = useListingResult(wasRanked ? listing : null, 'zones', async (list) => ({
    zones: await zonesOf(list),
    claims,
  }));
  const zones = compared?.zones;
  const also = [...lists.offered.slice(1).map(({ source }) => source), nodes, buckets];
  const [search, onSearch] = useListSearch(schema);
  const question = { text: search.text, where: search.where };
  const [pointed, setPointed] = useState<string | null>(null);
  const [selected, select] = useSelectedRegion();
  const highlighted = pointed ?? selected;
  const { words } = deployment;
  const withSince = keepsListsOf(deployment);
  const [since, setSince] = useState<Since>();
  const lookups = useMemo(
    () => ({ ...noLookups, words, byNodes, ...(since && { since }) }),
    [words, byNodes, since],
  );
  const listed = useMemo(
    () => (since && listing ? listing.joined(lookups) : listing),
    [since, listing, lookups],
  );
  const isEmpty = listing?.count === 0;
  const [isAnyPlaced, setPlaced] = useState<boolean | null>(null);
  // With a filter, all remaining regions may be without a place. The layout then stays.
  const hasMap = isAnyPlaced !== false || isFiltered(search);
  const unread = [nodes, buckets].filter((source) => source.feed.failure && !source.feed.answer);
  const onFocus = (target: EventTarget) => {
    const code = regionAt(target);
    if (code !== null) select(code);
  };
  return (
    <div onFocus={(event) => onFocus(event.target)}>
      <div
        className={`page-columns grid gap-x-7 gap-y-8 ${hasMap ? 'lg:grid-cols-[minmax(0,1fr)_26.25rem]' : ''}`}
      >
        <Panel
          title="Map"
          sources={[lists.preferred]}
          also={also}
          // Height from the width and ratio of the map, plus the lines above and below.
          className={isEmpty || !hasMap ? '' : 'max-md:min-h-95 lg:min-h-[calc((100vw-511px)*0.445+56px)]'}
        >
          {isEmpty && <EmptyState>No region is listed, so the map has nothing to show.</EmptyState>}
          {listing && !isEmpty && (
            <RegionMap
              deployment={deployment}
              listing={listing}
              question={question}
              claims={claims}
              since={since}
              ratio={ratio}
              choices
              hasEurope
              highlighted={pointed}
              onHighlight={setPointed}
              selected={selected}
              onPlaced={setPlaced}
            />
          )}
        </Panel>
        <Panel
          title="Regions by zone"
          aside={
            listing &&
            !isEmpty && (
              <div className="-my-1.5">
                <SearchField
                  placeholder="Code or city"
                  value={search.text}
                  onChange={(text) => onSearch({ text })}
                />
              </div>
            )
          }
          sources={[lists.preferred]}
          also={also}
          // At most as high as the screen, and as the map with the zones.
          className={`no-print max-lg:hidden ${hasMap ? 'sticky top-12 row-span-2 flex h-0 min-h-[min(100%,100svh-8rem)] flex-col' : ''}`}
        >
          {isEmpty && <EmptyState>{nothingListed('regions', claims.regions)}</EmptyState>}
          {listing && !isEmpty && (
            <RegionList
              deployment={deployment}
              listing={listing}
              question={question}
              claims={claims}
              highlighted={highlighted}
              onHighlight={setPointed}
              alone={!hasMap}
            />
          )}
        </Panel>
        <div className="grid content-start gap-x-7 gap-y-8 xl:grid-cols-2">
          {hasMap &&
            // The map of Europe needs the code and data that the world map has loaded.
            (listing && isAnyPlaced !== null ? (
              <EuropeMap
                deployment={deployment}
                listing={listing}
                question={question}
                claims={claims}
                since={since}
                sources={[lists.preferred]}
                also={also}
                highlighted={highlighted}
                onHighlight={setPointed}
                className={besideZones}
              />
            ) : (
              <EuropePlace />
            ))}
          <Panel
            title="Zones"
            className="[--room:30rem]"
            aside={claims.nodes ? 'by advertised capacity' : undefined}
            sources={[lists.preferred]}
            also={also}
          >
            {isEmpty && <EmptyState>{nothingListed('regions', claims.regions)}</EmptyState>}
            {!zones && !isEmpty && <Skeleton />}
            {compared && compared.zones.length > 0 && <ZoneTable {...compared} slug={slug} />}
            {zones && (
              <CutLists
                nodes={claims.nodes}
                buckets={isGrowing(deployment, 'bucket', buckets) ? null : claims.buckets}
              />
            )}
          </Panel>
          {/* Below the zones, because contradictions are found later and must not shift the zones. */}
          <Contradictions deployment={deployment} kinds={contradictions} className="col-span-full" />
          <Panel
            title={comparedBy(compared?.claims ?? claims, zones)}
            note="by zone"
            sources={[lists.preferred]}
            also={also}
            className="[--room:30rem] xl:[.europe~&]:col-span-full"
          >
            {isEmpty && <EmptyState>There is no zone to compare.</EmptyState>}
            {compared && compared.zones.length > 0 && <ZoneChart {...compared} slug={slug} />}
            {unread
              .filter((source) => source.availability !== 'not-offered')
              .map((source) => (
                <NeverRead key={source.path} source={source} />
              ))}
          </Panel>
        </div>
      </div>
      {withSince && listing && <SinceReader slug={slug} kind="region" onSince={setSince} />}
      {withSince && !isEmpty && !(zones && listing) && <GrowthPlace zones={null} />}
      {withSince && listing && zones && zones.length > 0 && (
        <RegionGrowth
          slug={slug}
          listing={listing}
          zones={zones}
          sources={[lists.preferred, ...lists.offered.slice(1).map(({ source }) => source)]}
        />
      )}
      <Joins deployment={deployment} inventory={inventory} claims={claims} />
      <NoLongerListed slug={slug} subject="region" source={lists.preferred} />
      {listing && (
        <RegionTable
          list={{
            deployment,
            schema,
            source: { ...lists.preferred, feed: feedOf(lists.preferred.feed, listing) },
            lookups,
            listing: listed,
            search,
            onSearch,
          }}
          claims={claims}
          also={also}
          highlighted={highlighted}
          onHighlight={setPointed}
        />
      )}
    </div>
  );
}

function CutLists({ nodes, buckets }: Pick<ZoneClaims, 'nodes' | 'buckets'>) {
  const cut = [
    ['Nodes', nodes],
    ['Buckets', buckets],
  ] as const;
  return cut.map(
    ([name, claim]) =>
      claim?.kind === 'at-least' && (
        <p key={name} className="caption pt-1.5">
          {name}: {claim.reasons.join('; ')}.
        </p>
      ),
  );
}

/**
 * Returns the feed of the region list with the joined rows as its value. The table needs a feed, because it
 * shows the freshness of its rows.
 */
function feedOf(feed: Feed<Listing<Region>>, listing: Listing<RegionRow>): Feed<Listing<RegionRow>> {
  return { answer: feed.answer && { ...feed.answer, value: listing }, failure: feed.failure };
}
