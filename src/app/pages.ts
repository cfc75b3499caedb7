/** Every page once: address, navigation link, lists and code. */

import { isRegionCode } from '#contract/region-code.ts';
import type { ListResource, Resource } from '#contract/resources.ts';
import type { ShownList } from '#domain/first-screen/first-screen.ts';
import type { IconName } from './ui/elements/Icon.tsx';
import { type Part, partOf } from './ui/loading/part.ts';
import { paths } from './url/paths.ts';

interface Link {
  readonly label: string;
  /** The resource that the deployment must offer; `null` if the page is always useful. */
  readonly needs: Resource | null;
  /** Icon in the bottom bar of a phone; `null` if it is not in the bar. */
  readonly icon: IconName | null;
}

export interface Page {
  /** Route below the deployment's address. */
  readonly path: string;
  readonly link?: Link;
  /** Requested before the app runs. The complete lists are needed while the page is open. */
  readonly lists?: readonly ListResource[];
  /** Requested too, for the region in the address. */
  readonly listsOfRegion?: readonly ListResource[];
  readonly code: Part<object>;
}

/** Pages of a deployment, in the order of the navigation. */
export const deploymentPages: readonly Page[] = [
  {
    path: '',
    link: { label: 'Status', needs: null, icon: 'status' },
    code: partOf(() => import('./pages/deployment/status/StatusPage.tsx')),
  },
  {
    path: 'regions',
    link: { label: 'Regions', needs: 'region', icon: 'regions' },
    lists: ['region', 'node', 'bucket'],
    code: partOf(() => import('./pages/deployment/regions/RegionsPage.tsx')),
  },
  {
    path: 'regions/:id',
    lists: ['region'],
    listsOfRegion: ['node', 'bucket', 'asset'],
    code: partOf(() => import('./pages/deployment/regions/region/RegionPage.tsx')),
  },
  {
    path: 'nodes',
    link: { label: 'Nodes', needs: 'node', icon: 'nodes' },
    lists: ['node', 'region'],
    code: partOf(() => import('./pages/deployment/nodes/NodesPage.tsx')),
  },
  {
    path: 'nodes/:id',
    lists: ['node', 'region'],
    code: partOf(() => import('./pages/deployment/nodes/node/NodePage.tsx')),
  },
  {
    path: 'buckets',
    link: { label: 'Buckets', needs: 'bucket', icon: null },
    lists: ['bucket', 'region'],
    code: partOf(() => import('./pages/deployment/buckets/BucketsPage.tsx')),
  },
  {
    path: 'buckets/:id',
    lists: ['bucket', 'region'],
    code: partOf(() => import('./pages/deployment/buckets/bucket/BucketPage.tsx')),
  },
  {
    path: 'assets',
    link: { label: 'Assets', needs: 'asset', icon: null },
    lists: ['asset', 'region'],
    code: partOf(() => import('./pages/deployment/assets/AssetsPage.tsx')),
  },
  {
    path: 'applications',
    link: { label: 'Applications', needs: 'application', icon: null },
    lists: ['application'],
    code: partOf(() => import('./pages/deployment/applications/ApplicationsPage.tsx')),
  },
  {
    path: 'events',
    link: { label: 'Events', needs: 'event', icon: 'events' },
    lists: ['event'],
    code: partOf(() => import('./pages/deployment/events/EventsPage.tsx')),
  },
  {
    path: 'events/:id',
    lists: ['event'],
    code: partOf(() => import('./pages/deployment/events/event/EventPage.tsx')),
  },
  {
    path: 'changes',
    link: { label: 'Changes', needs: null, icon: null },
    code: partOf(() => import('./pages/deployment/changes/ChangesPage.tsx')),
  },
  {
    path: 'endpoints',
    link: { label: 'Endpoints', needs: null, icon: null },
    code: partOf(() => import('./pages/deployment/endpoints/EndpointsPage.tsx')),
  },
  { path: '*', code: partOf(() => import('./pages/NotFoundPage.tsx')) },
];

/** Pages outside the frame of a deployment, by route. */
export const wholePages = {
  '/': partOf(() => import('./pages/overview/OverviewPage.tsx')),
  '/:deployment?/wall': partOf(() => import('./pages/wall/WallPage.tsx')),
} as const;

export const wallSetup = partOf(() => import('./pages/wall/setup/WallSetup.tsx'));

export const unknownDeploymentPage = partOf(() => import('./pages/UnknownDeploymentPage.tsx'));

export interface Section extends Link {
  readonly path: string;
}

/** The pages with a navigation link. */
export const sections: readonly Section[] = deploymentPages.flatMap(({ path, link }) =>
  link ? [{ ...link, path }] : [],
);

export function addressOf({ path }: Section, slug: string): string {
  return path === '' ? paths.status(slug) : `${paths.status(slug)}/${path}`;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** The page of a deployment at a path below the app's base; `undefined` if there is none. */
export function pageAt(pathname: string): Page | undefined {
  const [, ...segments] = segmentsOf(pathname);
  return deploymentPages.find(({ path }) => {
    const own = segmentsOf(path);
    return (
      own.length === segments.length &&
      own.every((segment, index) => segment.startsWith(':') || segment === segments[index])
    );
  });
}

/** The lists of the page at a path below the app's base. */
export function listsAt(pathname: string): readonly ShownList[] {
  const { lists = [], listsOfRegion = [] } = pageAt(pathname) ?? {};
  const region = segmentsOf(pathname)[2] ?? '';
  return [
    ...lists.map((resource) => ({ resource })),
    ...(isRegionCode(region) ? listsOfRegion.map((resource) => ({ resource, region })) : []),
  ];
}

/** The code of the page at a path below the app's base; `undefined` if there is none. */
export function partAt(pathname: string): Pick<Part<never>, 'load'> | undefined {
  const segments = segmentsOf(pathname);
  if (segments.length === 0) return wholePages['/'];
  const isWall = segments.length <= 2 && segments.at(-1) === 'wall';
  return isWall ? wholePages['/:deployment?/wall'] : pageAt(pathname)?.code;
}
