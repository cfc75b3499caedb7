import { useMemo } from 'react';
import { useListsToCome } from '#app/observe/lists-to-come.ts';
import { useRegionLookups } from '#app/observe/region-lookups.ts';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { useApplications } from '#app/queries/resources/applications.ts';
import { useAssets } from '#app/queries/resources/assets.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { foundStates, speaksOfState } from '#domain/severity/found-states.ts';
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

/** What can be found of one deployment. */
export interface Findable {
  readonly things: Indexes;
  /** What is not operational somewhere. */
  readonly states: Indexes;
  /** Places where nothing is wrong. */
  readonly quiet: Indexes;
  /** What the states rest on. */
  readonly stateFeeds: readonly Feed<unknown>[];
  /** Lists that are not read, or not all of them; none until what is loaded can be searched. */
  readonly unread: readonly UnreadList[];
  /** Lists of which the service lists only a part, and no request brings more. */
  readonly partial: readonly ListResource[];
}

/** The states to search: those of quiet places as well where the query speaks of a state. */
export function statesFor(query: string, { states, quiet }: Findable): Indexes {
  return speaksOfState(query) ? [...states, ...quiet] : states;
}

/** What Find has of one list. */
interface FoundList {
  readonly resource: ListResource;
  /** `undefined` while the answer is being made searchable. */
  readonly indexes: Indexes | undefined;
  /** What of it is not read; `null` where all is. */
  readonly unread: UnreadList | null;
  /** Whether the service lists only a part, and no request brings more. */
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
  const found = useAnswered(listing, slug, (each) => indexesOf(each, entryOf, slug, owner));
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
  const ofNodes = useAnswered(nodes, 'states', (list) => list.group({}, ['zone', 'region', 'severity']));
  const ofRegions = useAnswered(regions, 'states', (list) => list.group({}, ['zone', 'code', 'severity']));
  const { slug, name } = deployment;
  const found = useMemo(() => {
    const owner = amongOthers ? name : null;
    const entries = [
      ...foundStates(ofNodes ?? []).map((state) =>
        stateEntry(state, 'node', { slug, owner, lookups, claim: nodes?.claim }),
      ),
      // A single region has a page.
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
 * Everything of a deployment that is loaded, made ready to be searched; nothing is asked for that. Among others each
 * thing says whose it is.
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
    // More is offered only once all that is here was searched: ↵ would load it.
    const isReady = lists.every(({ indexes }) => indexes !== undefined);
    return {
      things: lists.flatMap(({ indexes }) => indexes ?? none),
      ...states,
      unread: isReady ? lists.flatMap(({ unread }) => unread ?? []) : [],
      partial: lists.flatMap(({ resource, isPartial }) => (isPartial ? resource : [])),
    };
  }, [regions, nodes, buckets, applications, events, assets, states]);
}
