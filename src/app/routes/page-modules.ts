/** The code of every page, loaded when a page is opened. */

import { type PagePath, pagePathAt, segmentsOf } from '#domain/first-screen/page-lists.ts';
import { type Part, partOf } from '../ui/loading/part.ts';

/** Code of the pages of a deployment, by path below the deployment. */
export const deploymentPages: Readonly<Record<PagePath, Part<object>>> = {
  '': partOf(() => import('../pages/deployment/status/StatusPage.tsx')),
  regions: partOf(() => import('../pages/deployment/regions/RegionsPage.tsx')),
  'regions/:id': partOf(() => import('../pages/deployment/regions/region/RegionPage.tsx')),
  nodes: partOf(() => import('../pages/deployment/nodes/NodesPage.tsx')),
  'nodes/:id': partOf(() => import('../pages/deployment/nodes/node/NodePage.tsx')),
  buckets: partOf(() => import('../pages/deployment/buckets/BucketsPage.tsx')),
  'buckets/:id': partOf(() => import('../pages/deployment/buckets/bucket/BucketPage.tsx')),
  assets: partOf(() => import('../pages/deployment/assets/AssetsPage.tsx')),
  applications: partOf(() => import('../pages/deployment/applications/ApplicationsPage.tsx')),
  events: partOf(() => import('../pages/deployment/events/EventsPage.tsx')),
  'events/:id': partOf(() => import('../pages/deployment/events/event/EventPage.tsx')),
  changes: partOf(() => import('../pages/deployment/changes/ChangesPage.tsx')),
  handover: partOf(() => import('../pages/deployment/handover/HandoverPage.tsx')),
  report: partOf(() => import('../pages/deployment/report/ReportPage.tsx')),
  endpoints: partOf(() => import('../pages/deployment/endpoints/EndpointsPage.tsx')),
};

export const notFoundPage = partOf(() => import('../pages/NotFoundPage.tsx'));
export const unknownDeploymentPage = partOf(() => import('../pages/UnknownDeploymentPage.tsx'));

/**
 * Code of the pages without a deployment's frame: the overview and the handover of all deployments, and the wall. The
 * key is the router's path.
 */
export const fullPages = {
  '/': partOf(() => import('../pages/overview/OverviewPage.tsx')),
  '/handover': partOf(() => import('../pages/handover/HandoverOfAllPage.tsx')),
  '/:deployment?/wall': partOf(() => import('../pages/wall/WallPage.tsx')),
} as const;

/**
 * Returns the code of the page at a URL.
 * @param pathname - path below the base of the app.
 * @returns `undefined` if no page has this path.
 */
export function partAt(pathname: string): Pick<Part<never>, 'load'> | undefined {
  const segments = segmentsOf(pathname);
  if (segments.length === 0) return fullPages['/'];
  if (segments.length === 1 && segments[0] === 'handover') return fullPages['/handover'];
  if (segments.length <= 2 && segments.at(-1) === 'wall') return fullPages['/:deployment?/wall'];
  const path = pagePathAt(pathname);
  return path === undefined ? undefined : deploymentPages[path];
}
