/** Reads the lists of a page into the query cache before the first render, so that the page renders once. */

import type { QueryClient } from '@tanstack/react-query';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { ShownList } from '#domain/first-screen/first-screen.ts';
import { listQuery } from './lists.ts';

export async function seedLists(
  client: QueryClient,
  deployment: Deployment,
  lists: readonly ShownList[],
): Promise<void> {
  await Promise.all(
    lists.flatMap(({ resource, region }) => {
      const [path] = pathsOf(resource);
      if (path === undefined) return [];
      return client.prefetchQuery(
        listQuery(deployment, resource, path, region === undefined ? {} : { region }),
      );
    }),
  );
}
