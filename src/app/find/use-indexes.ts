import type { Deployment } from '../../contract/host.ts';
import { createFindIndex, type FindIndex } from '../../domain/find.ts';
import type { Listing } from '../../domain/listing.ts';
import { deployments } from '../config.ts';
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
  indexOf,
  nodeEntry,
  pagesOf,
  regionEntry,
} from './entries.ts';

function useIndex<Row>(
  source: Source<Listing<Row>>,
  entryOf: (row: Row, slug: string) => Destination | null,
  slug: string,
): FindIndex<Destination> | undefined {
  return useAnswered(source.feed.answer?.value ?? null, slug, (listing) => indexOf(listing, entryOf, slug));
}

/** Everything of a deployment that is loaded, made ready to be searched; nothing is asked for that. */
export function useFindIndexes(deployment: Deployment): readonly FindIndex<Destination>[] {
  const { slug } = deployment;
  const others = deployments.filter((each) => each.slug !== slug);
  const all = [
    createFindIndex(pagesOf(deployment, others)),
    useIndex(useRegions(deployment, false), regionEntry, slug),
    useIndex(useNodes(deployment, undefined, false), nodeEntry, slug),
    useIndex(useBuckets(deployment, undefined, false), bucketEntry, slug),
    useIndex(useApplications(deployment, false), applicationEntry, slug),
    useIndex(useEvents(deployment, false), eventEntry, slug),
  ];
  return all.filter((index) => index !== undefined);
}
