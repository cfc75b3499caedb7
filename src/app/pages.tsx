/** The pages that are loaded later than the first screen. */

import { later } from './ui/later.tsx';
import { WholePage } from './ui/RenderGuard.tsx';

function NotYet() {
  return <h1 className="awaited lead py-6">This page is not loaded yet. It is tried again.</h1>;
}

function WholeNotYet() {
  return (
    <WholePage>
      <NotYet />
    </WholePage>
  );
}

export const RegionsPage = later(() => import('./pages/deployment/regions/RegionsPage.tsx'), NotYet);
export const RegionPage = later(() => import('./pages/deployment/regions/region/RegionPage.tsx'), NotYet);
export const NodesPage = later(() => import('./pages/deployment/nodes/NodesPage.tsx'), NotYet);
export const NodePage = later(() => import('./pages/deployment/nodes/node/NodePage.tsx'), NotYet);
export const BucketsPage = later(() => import('./pages/deployment/buckets/BucketsPage.tsx'), NotYet);
export const BucketPage = later(() => import('./pages/deployment/buckets/bucket/BucketPage.tsx'), NotYet);
export const AssetsPage = later(() => import('./pages/deployment/assets/AssetsPage.tsx'), NotYet);
export const ApplicationsPage = later(
  () => import('./pages/deployment/applications/ApplicationsPage.tsx'),
  NotYet,
);
export const EventsPage = later(() => import('./pages/deployment/events/EventsPage.tsx'), NotYet);
export const EventPage = later(() => import('./pages/deployment/events/event/EventPage.tsx'), NotYet);
export const ChangesPage = later(() => import('./pages/deployment/changes/ChangesPage.tsx'), NotYet);
export const EndpointsPage = later(() => import('./pages/deployment/endpoints/EndpointsPage.tsx'), NotYet);
export const OverviewPage = later(() => import('./pages/overview/OverviewPage.tsx'), WholeNotYet);
export const WallPage = later(() => import('./pages/wall/WallPage.tsx'), WholeNotYet);
export const NotFoundPage = later(() => import('./pages/NotFoundPage.tsx'), NotYet);
export const UnknownDeploymentPage = later(() => import('./pages/UnknownDeploymentPage.tsx'), WholeNotYet);

/** Each with its code, in the order in which a reader may want them. */
export const allPages = [
  RegionsPage,
  RegionPage,
  NodesPage,
  NodePage,
  BucketsPage,
  BucketPage,
  AssetsPage,
  ApplicationsPage,
  EventsPage,
  EventPage,
  ChangesPage,
  EndpointsPage,
  OverviewPage,
  WallPage,
  NotFoundPage,
  UnknownDeploymentPage,
];
