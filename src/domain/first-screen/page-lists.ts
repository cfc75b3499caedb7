/** Table of a deployment's pages and the lists that each page shows. The app and the host both read it. */

import { isRegionCode } from '#contract/region-code.ts';
import type { ListResource } from '#contract/resources.ts';
import type { ShownList } from './first-screen.ts';

interface PageLists {
  /** Address below that of the deployment, as a pattern of the router. */
  readonly path: string;
  /** Lists that are requested before the app runs, and completed while the page is open. */
  readonly lists?: readonly ListResource[];
  /** Lists as in `lists`, but limited to the region that the address names. */
  readonly listsOfRegion?: readonly ListResource[];
  /** Lists that the page requests after its first screen. */
  readonly laterLists?: readonly ListResource[];
}

export const pageLists = [
  { path: '', laterLists: ['region', 'node', 'bucket', 'event'] },
  { path: 'regions', lists: ['region', 'node', 'bucket'] },
  { path: 'regions/:id', lists: ['region'], listsOfRegion: ['node', 'bucket', 'asset'] },
  { path: 'nodes', lists: ['node', 'region'] },
  { path: 'nodes/:id', lists: ['node', 'region'] },
  { path: 'buckets', lists: ['bucket', 'region'] },
  { path: 'buckets/:id', lists: ['bucket', 'region'] },
  { path: 'assets', lists: ['asset', 'region'] },
  { path: 'applications', lists: ['application'] },
  { path: 'events', lists: ['event'] },
  { path: 'events/:id', lists: ['event'] },
  { path: 'changes' },
  { path: 'handover' },
  { path: 'report' },
  { path: 'endpoints' },
] as const satisfies readonly PageLists[];

export type PagePath = (typeof pageLists)[number]['path'];

export function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function entryAt(pathname: string): (PageLists & { readonly path: PagePath }) | undefined {
  const [, ...segments] = segmentsOf(pathname);
  return pageLists.find(({ path }) => {
    const own = segmentsOf(path);
    return (
      own.length === segments.length &&
      own.every((segment, index) => segment.startsWith(':') || segment === segments[index])
    );
  });
}

/**
 * Finds the page at an address.
 * @param pathname - path below the base of the app
 * @returns `undefined` if no page of a deployment has this address
 */
export function pagePathAt(pathname: string): PagePath | undefined {
  return entryAt(pathname)?.path;
}

/**
 * Returns the lists that the page at an address shows.
 * @param pathname - path below the base of the app
 */
export function listsAt(pathname: string): readonly ShownList[] {
  const { lists = [], listsOfRegion = [] } = entryAt(pathname) ?? {};
  const region = segmentsOf(pathname)[2] ?? '';
  return [
    ...lists.map((resource) => ({ resource })),
    ...(isRegionCode(region) ? listsOfRegion.map((resource) => ({ resource, region })) : []),
  ];
}

/**
 * Returns the lists of all regions that the page at an address requests, at once or later.
 * @param pathname - path below the base of the app
 */
export function completeListsAt(pathname: string): readonly ListResource[] {
  const { lists = [], laterLists = [] } = entryAt(pathname) ?? {};
  return [...lists, ...laterLists];
}
