import type { Deployment } from '../../contract/host.ts';
import type { FindIndex } from '../../domain/find.ts';
import type { Listing } from '../../domain/listing.ts';
import { useAnswered } from '../queries/answered.ts';
import { useApplications } from '../queries/applications.ts';
import { useBuckets } from '../queries/buckets.ts';
import { useEvents } from '../queries/events.ts';
import { useNodes } from '../queries/nodes.ts';
import { useRegions } from '../queries/regions.ts';
import type { Source } from '../queries/source.ts';
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
