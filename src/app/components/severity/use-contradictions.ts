/**
 * Finds contradictions between the cached responses of a deployment. It requests nothing beyond what the
 * frame and the page request.
 */

import { useRegionLookups } from '#app/observe/region-lookups.ts';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { nodesQuery, useNodes } from '#app/queries/resources/nodes.ts';
import { regionsQuery, useRegions } from '#app/queries/resources/regions.ts';
import { statusQuery, useStatus } from '#app/queries/resources/status.ts';
import { type Source, useFeed } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { sideOfListing } from '#app/queries/version-sides.ts';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import { availabilityOf, type Feed } from '#domain/answer/answer.ts';
import { type Contradiction, versionsAgainstEachOther } from '#domain/contradictions/contradictions.ts';
import { regionsAgainstNodes, statusAgainstList } from '#domain/contradictions/inventory-contradictions.ts';
import {
  compareVersions,
  nodeSide,
  regionSide,
  statusSide,
  type VersionSide,
} from '#domain/contradictions/versions.ts';
import { severityCounts } from '#domain/figures/severity-counts.ts';
import type { Listing } from '#domain/lists/listing.ts';

export interface Check {
  readonly kind: Contradiction['kind'];
  readonly sources: readonly Source<unknown>[];
  readonly found: readonly Contradiction[];
}

function useSide<Row>(feed: Feed<Listing<Row>>, side: (listing: Listing<Row>) => Promise<VersionSide>) {
  return (
    useListingResult(feed.answer?.value ?? null, 'side', (listing) => sideOfListing(listing, side)) ?? null
  );
}

function versions(
  resource: Parameters<typeof versionsAgainstEachOther>[0],
  feeds: readonly [Feed<unknown>, Feed<unknown>],
  sides: readonly [VersionSide | null, VersionSide | null],
  { words }: Deployment,
): Check {
  const [v2, v1] = sides;
  const [newest, older] = pathsOf(resource);
  return {
    kind: 'versions',
    sources: feeds.flatMap((feed, index) => {
      const path = index === 0 ? newest : older;
      return path ? [{ path, feed, availability: availabilityOf(feed) }] : [];
    }),
    found: v1 && v2 ? versionsAgainstEachOther(resource, compareVersions(v1, v2).differ, words) : [],
  };
}

/**
 * Compares v1 with v2 of each resource if both responses are cached. Only pages that show a comparison
 * request both.
 */
function useVersionChecks(deployment: Deployment): readonly Check[] {
  const status = [
    useFeed(statusQuery(deployment, '/api/v2/status'), false),
    useFeed(statusQuery(deployment, '/api/v1/status'), false),
  ] as const;
  const regions = [
    useFeed(regionsQuery(deployment, '/api/v2/regions'), false),
    useFeed(regionsQuery(deployment, '/api/v1/regions'), false),
  ] as const;
  const nodes = [
    useFeed(nodesQuery(deployment, '/api/v2/nodes'), false),
    useFeed(nodesQuery(deployment, '/api/v1/nodes'), false),
  ] as const;
  const [newest, older] = status;
  const documents = [
    newest.answer && statusSide(newest.answer.value),
    older.answer && statusSide(older.answer.value),
  ] as const;
  const regionSides = [useSide(regions[0], regionSide), useSide(regions[1], regionSide)] as const;
  const nodeSides = [useSide(nodes[0], nodeSide), useSide(nodes[1], nodeSide)] as const;
  return [
    versions('status', status, documents, deployment),
    versions('region', regions, regionSides, deployment),
    versions('node', nodes, nodeSides, deployment),
  ];
}

export function useContradictions(deployment: Deployment): readonly Check[] {
  const { words } = deployment;
  const lookups = useLookups(deployment);
  const status = useStatus(deployment);
  const verdict = useVerdict(deployment);
  const nodes = useNodes(deployment);
  const regions = useRegions(deployment);
  const nodeList = useJoined(nodes, lookups);
  const regionList = useJoined(regions, useRegionLookups(deployment));
  const byPop = useListingResult(nodeList, 'contradictions', (list) => list.group({}, ['pop', 'severity']));
  const byCode = useListingResult(regionList, 'contradictions', (list) => list.group({}, ['code', 'status']));
  const bySeverity = useListingResult(regionList, 'severity', (list) => list.group({}, ['severity']));
  const against = <Row>(
    resource: 'node' | 'region',
    list: Listing<Row> | null,
    groups = byPop,
    position = 1,
  ) =>
    list && groups
      ? statusAgainstList(verdict, { resource, counts: severityCounts(groups, position), claim: list.claim })
      : [];
  return [
    { kind: 'status-nodes', sources: [status, nodes], found: against('node', nodeList) },
    { kind: 'status-regions', sources: [status, regions], found: against('region', regionList, bySeverity, 0) },
    {
      kind: 'region-nodes',
      sources: [regions, nodes],
      found: byCode && byPop && nodeList ? regionsAgainstNodes(byCode, byPop, nodeList.claim, words) : [],
    },
    ...useVersionChecks(deployment),
  ];
}
