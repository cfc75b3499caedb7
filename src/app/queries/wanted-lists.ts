/** Lists that somebody looks at: only those are asked region by region, which may cost as many requests as regions. */

import { useLayoutEffect } from 'react';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';

/** For all of the list, or for what each region has of it. */
type Look = 'whole' | 'each region';

const looks = new Map<string, number>();

function keyOf(slug: string, path: EndpointPath, look: Look): string {
  return `${slug} ${path} ${look}`;
}

export function isListWanted(slug: string, path: EndpointPath, look: Look): boolean {
  return (looks.get(keyOf(slug, path, look)) ?? 0) > 0;
}

function count(slug: string, resource: ListResource, look: Look, by: 1 | -1): void {
  for (const path of pathsOf(resource)) {
    const key = keyOf(slug, path, look);
    looks.set(key, (looks.get(key) ?? 0) + by);
  }
}

function useLooks({ slug }: Deployment, resources: readonly ListResource[], look: Look): void {
  // Before the queries of the same page subscribe, so that they find out that more is due.
  useLayoutEffect(() => {
    for (const resource of resources) count(slug, resource, look, 1);
    return () => {
      for (const resource of resources) count(slug, resource, look, -1);
    };
  }, [slug, resources, look]);
}

/** Says that a page is about these lists, for as long as it is open: all of each is wanted, whatever that takes. */
export function useWholeLists(deployment: Deployment, resources: readonly ListResource[]): void {
  useLooks(deployment, resources, 'whole');
}

const onlyAssets = ['asset'] as const;

/** Says that the assets of each region are wanted for their own sake. */
export function useEachRegionsAssets(deployment: Deployment): void {
  useLooks(deployment, onlyAssets, 'each region');
}
