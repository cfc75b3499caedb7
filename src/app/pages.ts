/** The pages that are loaded later than the first screen. */

import { type ComponentType, lazy } from 'react';
import { keepTrying } from './components/keep-trying.ts';

export const loaders = {
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
  wall: () => import('./wall/WallPage.tsx'),
  notFound: () => import('./pages/NotFoundPage.tsx'),
  unknownDeployment: () => import('./pages/UnknownDeploymentPage.tsx'),
};

function page<P>(load: () => Promise<{ readonly default: ComponentType<P> }>) {
  return lazy(() => keepTrying(load));
}

export const RegionsPage = page(loaders.regions);
export const RegionPage = page(loaders.region);
export const NodesPage = page(loaders.nodes);
export const NodePage = page(loaders.node);
export const BucketsPage = page(loaders.buckets);
export const BucketPage = page(loaders.bucket);
export const AssetsPage = page(loaders.assets);
export const ApplicationsPage = page(loaders.applications);
export const EventsPage = page(loaders.events);
export const EventPage = page(loaders.event);
export const EndpointsPage = page(loaders.endpoints);
export const OverviewPage = page(loaders.overview);
export const WallPage = page(loaders.wall);
export const NotFoundPage = page(loaders.notFound);
export const UnknownDeploymentPage = page(loaders.unknownDeployment);
