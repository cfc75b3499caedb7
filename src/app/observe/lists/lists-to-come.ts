import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codesKnown, listQuery } from '#app/queries/lists.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import type { Source } from '#app/queries/source.ts';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import { isAbsent } from '#domain/answer/answer.ts';
import { type Missing, missingSlices } from '#domain/lists/planner/plan.ts';
import { offeredNow } from '../availability.ts';

const none: Missing = { toCome: 0, failed: 0 };

/** Returns how many requests the complete list still needs; at least one if nothing was requested yet. */
async function listsToCome(
  client: QueryClient,
  deployment: Deployment,
  resource: ListResource,
): Promise<Missing> {
  if (offeredNow(client, deployment.slug, resource) === 'no') return none;
  const known = pathsOf(resource).flatMap(
    (path) => client.getQueryData(listQuery(deployment, resource, path).queryKey)?.knowledge ?? [],
  );
  const read = known.find(({ unfiltered: whole }) => whole.feed.answer);
  if (read) return missingSlices(read, { byRegion: true, codes: await codesKnown(client, deployment) });
  const hasFailed = known.some(({ unfiltered: { feed } }) => feed.failure && !isAbsent(feed.failure));
  return hasFailed ? { toCome: 0, failed: 1 } : { toCome: 1, failed: 0 };
}

/**
 * Returns the result of {@link listsToCome}, updated after each response of the list and of the regions.
 * Sends no request.
 */
export function useListsToCome(
  deployment: Deployment,
  resource: ListResource,
  { feed }: Source<unknown>,
): Missing {
  const client = useQueryClient();
  const [missing, setMissing] = useState(none);
  const { answer } = useRegions(deployment, false).feed;
  useEffect(() => {
    let current = true;
    // The rejection means that the rows were replaced in the meantime. The next response starts a new count.
    listsToCome(client, deployment, resource).then(
      (lists) => current && setMissing(lists),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [client, deployment, resource, feed, answer]);
  return missing;
}
