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

function useIndexes<Row>(
  source: Source<Listing<Row>>,
  entryOf: (row: Row, slug: string) => Destination | null,
  { slug, name }: Deployment,
  amongOthers: boolean,
): readonly FindIndex<Destination>[] {
  const indexes = useAnswered(source.feed.answer?.value ?? null, slug, (listing) =>
    indexesOf(listing, entryOf, slug, amongOthers ? name : null),
  );
  return indexes ?? [];
}

/**
 * Everything of a deployment that is loaded, made ready to be searched; nothing is asked for that. Among others each
 * thing says whose it is.
 */
export function useFindIndexes(
  deployment: Deployment,
  amongOthers: boolean,
): readonly FindIndex<Destination>[] {
  return [
    useIndexes(useRegions(deployment, false), regionEntry, deployment, amongOthers),
    useIndexes(useNodes(deployment, undefined, false), nodeEntry, deployment, amongOthers),
    useIndexes(useBuckets(deployment, undefined, false), bucketEntry, deployment, amongOthers),
    useIndexes(useApplications(deployment, false), applicationEntry, deployment, amongOthers),
    useIndexes(useEvents(deployment, false), eventEntry, deployment, amongOthers),
  ].flat();
}
