import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';
import { missingSlices } from '#domain/lists/planner/plan.ts';
import { codesKnown, listQuery } from '../queries/lists.ts';
import type { Source } from '../queries/source.ts';
import { offeredNow } from './availability.ts';

/** How many lists all of one takes beyond what is read: one at least where nothing was asked yet. */
async function listsToCome(
  client: QueryClient,
  deployment: Deployment,
  resource: ListResource,
): Promise<number> {
  const known = pathsOf(resource).flatMap((path) => {
    const knowledge = client.getQueryData(listQuery(deployment, resource, path).queryKey)?.knowledge;
    return knowledge?.whole.feed.answer ? [knowledge] : [];
  });
  const [knowledge] = known;
  if (!knowledge) return offeredNow(client, deployment.slug, resource) === 'no' ? 0 : 1;
  return missingSlices(knowledge, { byRegion: true, codes: await codesKnown(client, deployment) });
}

/** {@link listsToCome} after each answer of the list; asks for nothing. */
export function useListsToCome(
  deployment: Deployment,
  resource: ListResource,
  { feed }: Source<unknown>,
): number {
  const client = useQueryClient();
  const [toCome, setToCome] = useState(0);
  const { answer } = feed;
  useEffect(() => {
    let current = true;
    // Rows of a list that was replaced meanwhile: the next answer is on its way.
    listsToCome(client, deployment, resource).then(
      (lists) => current && setToCome(lists),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [client, deployment, resource, answer]);
  return toCome;
}
