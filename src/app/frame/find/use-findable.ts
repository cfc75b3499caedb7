import { useMemo } from 'react';
import { useListsToCome } from '#app/observe/lists-to-come.ts';
import { useRegionLookups } from '#app/observe/verdicts.ts';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { useApplications } from '#app/queries/resources/applications.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { foundStates, speaksOfState } from '#domain/severity/found-states.ts';
import { createFindIndex, type FindIndex } from '#domain/text/find.ts';
import {
  applicationEntry,
  bucketEntry,
  type Destination,
  eventEntry,
  indexesOf,
  nodeEntry,
  regionEntry,
  stateEntry,
} from './entries.ts';
import type { BucketsToCome } from './search-all.ts';

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
  /** `null` where no more buckets are to be had than are loaded, or what is loaded cannot be searched yet. */
  readonly bucketsToCome: BucketsToCome | null;
}

/** The states to search: those of quiet places as well where the query speaks of a state. */
export function statesFor(query: string, { states, quiet }: Findable): Indexes {
  return speaksOfState(query) ? [...states, ...quiet] : states;
}

/** `undefined` where there is an answer that is not made ready yet. */
function useIndexes<Row>(
  source: Source<Listing<Row>>,
  entryOf: (row: Row, slug: string) => Destination | null,
  { slug, name }: Deployment,
  amongOthers: boolean,
): Indexes | undefined {
  const listing = source.feed.answer?.value ?? null;
  const indexes = useAnswered(listing, slug, (each) =>
    indexesOf(each, entryOf, slug, amongOthers ? name : null),
  );
  return listing ? indexes : none;
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
  const buckets = useBuckets(deployment, undefined, false);
  const regionIndexes = useIndexes(useRegions(deployment, false), regionEntry, deployment, amongOthers);
  const nodeIndexes = useIndexes(useNodes(deployment, undefined, false), nodeEntry, deployment, amongOthers);
  const bucketIndexes = useIndexes(buckets, bucketEntry, deployment, amongOthers);
  const applications = useIndexes(
    useApplications(deployment, false),
    applicationEntry,
    deployment,
    amongOthers,
  );
  const events = useIndexes(useEvents(deployment, false), eventEntry, deployment, amongOthers);
  const states = useStates(deployment, amongOthers);
  const missing = useListsToCome(deployment, 'bucket', buckets);
  const loaded = buckets.feed.answer?.value.count ?? null;
  const owner = amongOthers ? deployment.name : null;
  return useMemo(() => {
    const things = [regionIndexes, nodeIndexes, bucketIndexes, applications, events];
    // More is offered only once all that is here was searched: ↵ would ask for it.
    const isReady = things.every((each) => each !== undefined);
    return {
      things: things.flatMap((each) => each ?? none),
      ...states,
      bucketsToCome: isReady && missing.toCome + missing.failed > 0 ? { owner, loaded, ...missing } : null,
    };
  }, [regionIndexes, nodeIndexes, bucketIndexes, applications, events, states, missing, owner, loaded]);
}
