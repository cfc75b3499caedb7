import { useMemo } from 'react';
import { useApplications } from '#app/queries/resources/applications.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { useNodes } from '#app/queries/resources/nodes.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import type { Deployment } from '#contract/host.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { FindIndex } from '#domain/text/find.ts';
import {
  applicationEntry,
  bucketEntry,
  type Destination,
  eventEntry,
  indexesOf,
  nodeEntry,
  regionEntry,
} from './entries.ts';

type Indexes = readonly FindIndex<Destination>[];

/** What can be found of one deployment. */
export interface Findable {
  readonly things: Indexes;
}

function useIndexes<Row>(
  source: Source<Listing<Row>>,
  entryOf: (row: Row, slug: string) => Destination | null,
  { slug, name }: Deployment,
  amongOthers: boolean,
): Indexes {
  const indexes = useAnswered(source.feed.answer?.value ?? null, slug, (listing) =>
    indexesOf(listing, entryOf, slug, amongOthers ? name : null),
  );
  return indexes ?? none;
}

const none: Indexes = [];

/**
 * Everything of a deployment that is loaded, made ready to be searched; nothing is asked for that. Among others each
 * thing says whose it is.
 */
export function useFindable(deployment: Deployment, amongOthers: boolean): Findable {
  const regionIndexes = useIndexes(useRegions(deployment, false), regionEntry, deployment, amongOthers);
  const nodeIndexes = useIndexes(useNodes(deployment, undefined, false), nodeEntry, deployment, amongOthers);
  const bucketIndexes = useIndexes(
    useBuckets(deployment, undefined, false),
    bucketEntry,
    deployment,
    amongOthers,
  );
  const applications = useIndexes(
    useApplications(deployment, false),
    applicationEntry,
    deployment,
    amongOthers,
  );
  const events = useIndexes(useEvents(deployment, false), eventEntry, deployment, amongOthers);
  return useMemo(
    () => ({
      things: [...regionIndexes, ...nodeIndexes, ...bucketIndexes, ...applications, ...events],
    }),
    [regionIndexes, nodeIndexes, bucketIndexes, applications, events],
  );
}
