import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import { isAbsent } from '#domain/answer/answer.ts';
import { type Missing, missingSlices } from '#domain/lists/planner/plan.ts';
import { codesKnown, listQuery } from '../queries/lists.ts';
import { useRegions } from '../queries/resources/regions.ts';
import type { Source } from '../queries/source.ts';
import { offeredNow } from './availability.ts';

const none: Missing = { toCome: 0, failed: 0 };

/** What all of a list takes beyond what is read: one list at least where nothing was asked yet. */
async function listsToCome(
  client: QueryClient,
  deployment: Deployment,
  resource: ListResource,
): Promise<Missing> {
  if (offeredNow(client, deployment.slug, resource) === 'no') return none;
  const known = pathsOf(resource).flatMap(
    (path) => client.getQueryData(listQuery(deployment, resource, path).queryKey)?.knowledge ?? [],
  );
  const read = known.find(({ whole }) => whole.feed.answer);
  if (read) return missingSlices(read, { byRegion: true, codes: await codesKnown(client, deployment) });
  const hasFailed = known.some(({ whole: { feed } }) => feed.failure && !isAbsent(feed.failure));
  return hasFailed ? { toCome: 0, failed: 1 } : { toCome: 1, failed: 0 };
}

/** {@link listsToCome} after each answer of the list and of the regions; asks for nothing. */
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
    // Rows of a list that was replaced meanwhile: the next answer is on its way.
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
