import { useMemo } from 'react';
import { useListsToCome } from '#app/observe/lists/lists-to-come.ts';
import { useRegionLookups } from '#app/observe/region-lookups.ts';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { useApplications } from '#app/queries/resources/applications.ts';
import { useAssets } from '#app/queries/resources/assets.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { foundStates, speaksOfState } from '#domain/figures/found-states.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { createFindIndex, type FindIndex } from '#domain/text/find.ts';
import {
  applicationEntry,
  assetEntry,
  bucketEntry,
  type Destination,
  eventEntry,
  indexesOf,
  nodeEntry,
  regionEntry,
  stateEntry,
} from './entries.ts';
import type { UnreadList } from './unread-lists.ts';

type Indexes = readonly FindIndex<Destination>[];

export interface Findable {
  readonly things: Indexes;
  /** Search entries such as "Nodes not operational in Marseille", for zones and regions with such nodes or regions. */
  readonly states: Indexes;
  /** The same kind of search entries, for zones and regions where every node and region is operational. */
  readonly quiet: Indexes;
  readonly stateFeeds: readonly Feed<unknown>[];
  /** Lists that are not read completely. Empty until all loaded rows can be searched. */
  readonly unread: readonly UnreadList[];
  /** Lists that the service itself truncates. No further request would bring more rows. */
  readonly partial: readonly ListResource[];
}

/** Returns the state entries to search. Operational places are included only if the query names a state. */
export function statesFor(query: string, { states, quiet }: Findable): Indexes {
  return speaksOfState(query) ? [...states, ...quiet] : states;
}

interface FoundList {
  readonly resource: ListResource;
  /** Search indexes of the loaded rows; `undefined` while they are being built. */
  readonly indexes: Indexes | undefined;
  /** What is still to be read; `null` if every request for the list was answered. */
  readonly unread: UnreadList | null;
  /** Whether the service itself truncates the list, so that no further request would bring more rows. */
  readonly isPartial: boolean;
}

function useList<Row>(
  deployment: Deployment,
  resource: ListResource,
  source: Source<Listing<Row>>,
  entryOf: (row: Row, slug: string) => Destination | null,
  amongOthers: boolean,
): FoundList {
  const { slug, name } = deployment;
  const owner = amongOthers ? name : null;
  const listing = source.feed.answer?.value ?? null;
  const found = useListingResult(listing, slug, (each) => indexesOf(each, entryOf, slug, owner));
  const indexes = listing ? found : none;
  const missing = useListsToCome(deployment, resource, source);
  const loaded = listing?.count ?? null;
  const isCut = listing?.claim.kind === 'at-least';
  return useMemo(() => {
    const isRead = missing.toCome + missing.failed === 0;
    const unread = isRead ? null : { slug, resource, owner, loaded, ...missing };
    return { resource, indexes, unread, isPartial: isRead && isCut };
  }, [indexes, missing, loaded, isCut, owner, slug, resource]);
}

const none: Indexes = [];

function useStates(deployment: Deployment, amongOthers: boolean) {
  const lookups = useLookups(deployment, false);
  const nodeList = useNodes(deployment, undefined, false);
  const regionList = useRegions(deployment, false);
  const nodes = useJoined(nodeList, lookups);
  const regions = useJoined(regionList, useRegionLookups(deployment, false));
  const ofNodes = useListingResult(nodes, 'states', (list) => list.group({}, ['zone', 'region', 'severity']));
  const ofRegions = useListingResult(regions, 'states', (list) => list.group({}, ['zone', 'code', 'severity']));
  const { slug, name } = deployment;
  const found = useMemo(() => {
    const owner = amongOthers ? name : null;
    const entries = [
      ...foundStates(ofNodes ?? []).map((state) =>
        stateEntry(state, 'node', { slug, owner, lookups, claim: nodes?.claim }),
      ),
      // For a single region there is no state entry, because the region has a page.
      ...foundStates(ofRegions ?? [])
        .filter(({ where }) => where.kind !== 'region')
        .map((state) => stateEntry(state, 'region', { slug, owner, lookups, claim: regions?.claim })),
    ];
    return {
      states: [createFindIndex(entries.filter(({ severity }) => severity !== null))],
      quiet: [createFindIndex(entries.filter(({ severity }) => severity === null))],
    };
  }, [ofNodes, ofRegions, lookups, nodes?.claim, regions?.claim, slug, name, amongOthers]);
  return useMemo(
    () => ({ ...found, stateFeeds: [nodeList.feed, regionList.feed].filter(({ answer }) => answer !== null) }),
    [found, nodeList.feed, regionList.feed],
  );
}

/**
 * Returns everything of a deployment that is loaded, ready for search. Sends no request.
 * @param amongOthers - whether entries show the name of their deployment.
 */
export function useFindable(deployment: Deployment, amongOthers: boolean): Findable {
  const regions = useList(deployment, 'region', useRegions(deployment, false), regionEntry, amongOthers);
  const nodes = useList(deployment, 'node', useNodes(deployment, undefined, false), nodeEntry, amongOthers);
  const inBuckets = useBuckets(deployment, undefined, false);
  const buckets = useList(deployment, 'bucket', inBuckets, bucketEntry, amongOthers);
  const inApplications = useApplications(deployment, false);
  const applications = useList(deployment, 'application', inApplications, applicationEntry, amongOthers);
  const events = useList(deployment, 'event', useEvents(deployment, false), eventEntry, amongOthers);
  const assets = useList(deployment, 'asset', useAssets(deployment, undefined, false), assetEntry, amongOthers);
  const states = useStates(deployment, amongOthers);
  return useMemo(() => {
    const lists = [regions, nodes, buckets, applications, events, assets];
    // Unread lists are offered only when all loaded rows can be searched. Before that, ↵ would load a list
    // instead of opening a result.
    const isReady = lists.every(({ indexes }) => indexes !== undefined);
    return {
      things: lists.flatMap(({ indexes }) => indexes ?? none),
      ...states,
      unread: isReady ? lists.flatMap(({ unread }) => unread ?? []) : [],
      partial: lists.flatMap(({ resource, isPartial }) => (isPartial ? resource : [])),
    };
  }, [regions, nodes, buckets, applications, events, assets, states]);
}
