/** The pages that are loaded later than the first screen, and their loading ahead of need. */

import { lazy } from 'react';

const loaders = {
  regions: () => import('./pages/deployment/regions/RegionsPage.tsx'),
  region: () => import('./pages/deployment/regions/region/RegionPage.tsx'),
  nodes: () => import('./pages/deployment/nodes/NodesPage.tsx'),
  node: () => import('./pages/deployment/nodes/node/NodePage.tsx'),
  buckets: () => import('./pages/deployment/buckets/BucketsPage.tsx'),
  bucket: () => import('./pages/deployment/buckets/bucket/BucketPage.tsx'),
  assets: () => import('./pages/deployment/assets/AssetsPage.tsx'),
  applications: () => import('./pages/deployment/applications/ApplicationsPage.tsx'),
  events: () => import('./pages/deployment/events/EventsPage.tsx'),
  event: () => import('./pages/deployment/events/event/EventPage.tsx'),
  endpoints: () => import('./pages/deployment/endpoints/EndpointsPage.tsx'),
  overview: () => import('./pages/overview/OverviewPage.tsx'),
  notFound: () => import('./pages/NotFoundPage.tsx'),
  unknownDeployment: () => import('./pages/UnknownDeploymentPage.tsx'),
};

export const RegionsPage = lazy(loaders.regions);
export const RegionPage = lazy(loaders.region);
export const NodesPage = lazy(loaders.nodes);
export const NodePage = lazy(loaders.node);
export const BucketsPage = lazy(loaders.buckets);
export const BucketPage = lazy(loaders.bucket);
export const AssetsPage = lazy(loaders.assets);
export const ApplicationsPage = lazy(loaders.applications);
export const EventsPage = lazy(loaders.events);
export const EventPage = lazy(loaders.event);
export const EndpointsPage = lazy(loaders.endpoints);
export const OverviewPage = lazy(loaders.overview);
export const NotFoundPage = lazy(loaders.notFound);
export const UnknownDeploymentPage = lazy(loaders.unknownDeployment);

/**
 * Loads every page one after the other, so that the way to any of them needs neither time nor a network. What cannot be
 * loaded now is asked for again when it is needed.
 */
export async function loadPagesAhead(): Promise<void> {
  for (const load of Object.values(loaders)) {
    // One at a time: nothing that somebody waits for may queue behind this.
    // oxlint-disable-next-line no-await-in-loop
    await load().catch(() => undefined);
  }
}
