/**
 * Lists that an open page needs completely. Only these are read region by region, which can take one request
 * per region.
 */

import { useLayoutEffect } from 'react';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { ListResource } from '#contract/resources.ts';

/** What a page needs of a list: the complete list, or the part of each region. */
type Extent = 'whole' | 'each region';

const wantedCounts = new Map<string, number>();

function keyOf(slug: string, path: EndpointPath, extent: Extent): string {
  return `${slug} ${path} ${extent}`;
}

export function isListWanted(slug: string, path: EndpointPath, extent: Extent): boolean {
  return (wantedCounts.get(keyOf(slug, path, extent)) ?? 0) > 0;
}

function count(slug: string, resource: ListResource, extent: Extent, by: 1 | -1): void {
  for (const path of pathsOf(resource)) {
    const key = keyOf(slug, path, extent);
    wantedCounts.set(key, (wantedCounts.get(key) ?? 0) + by);
  }
}

function useWanted({ slug }: Deployment, resources: readonly ListResource[], extent: Extent): void {
  // A layout effect runs before the queries of the page subscribe, so that they know what is needed.
  useLayoutEffect(() => {
    for (const resource of resources) count(slug, resource, extent, 1);
    return () => {
      for (const resource of resources) count(slug, resource, extent, -1);
    };
  }, [slug, resources, extent]);
}

/**
 * Declares that a page needs complete lists, whatever the number of requests, while the calling component is
 * mounted.
 */
export function useCompleteLists(deployment: Deployment, resources: readonly ListResource[]): void {
  useWanted(deployment, resources, 'whole');
}

const onlyAssets = ['asset'] as const;

export function useEachRegionsAssets(deployment: Deployment): void {
  useWanted(deployment, onlyAssets, 'each region');
}
