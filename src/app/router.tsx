import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { basePath } from './base.ts';
import { DeploymentFrame } from './frame/DeploymentFrame.tsx';
import { useNavigationEffects } from './frame/navigation.ts';
import StatusPage from './pages/deployment/status/StatusPage.tsx';

const OverviewPage = lazy(() => import('./pages/overview/OverviewPage.tsx'));
const RegionsPage = lazy(() => import('./pages/deployment/regions/RegionsPage.tsx'));
const RegionPage = lazy(() => import('./pages/deployment/regions/region/RegionPage.tsx'));
const NodesPage = lazy(() => import('./pages/deployment/nodes/NodesPage.tsx'));
const NodePage = lazy(() => import('./pages/deployment/nodes/node/NodePage.tsx'));
const BucketsPage = lazy(() => import('./pages/deployment/buckets/BucketsPage.tsx'));
const BucketPage = lazy(() => import('./pages/deployment/buckets/bucket/BucketPage.tsx'));
const AssetsPage = lazy(() => import('./pages/deployment/assets/AssetsPage.tsx'));
const ApplicationsPage = lazy(() => import('./pages/deployment/applications/ApplicationsPage.tsx'));
const EventsPage = lazy(() => import('./pages/deployment/events/EventsPage.tsx'));
const EventPage = lazy(() => import('./pages/deployment/events/event/EventPage.tsx'));
const EndpointsPage = lazy(() => import('./pages/deployment/endpoints/EndpointsPage.tsx'));
const NotFoundPage = lazy(() => import('./pages/NotFoundPage.tsx'));

function Pages() {
  useNavigationEffects();
  return (
    <Routes>
      <Route
        index
        element={
          <Suspense fallback={null}>
            <OverviewPage />
          </Suspense>
        }
      />
      <Route path=":deployment" element={<DeploymentFrame />}>
        <Route index element={<StatusPage />} />
        <Route path="regions" element={<RegionsPage />} />
        <Route path="regions/:code" element={<RegionPage />} />
        <Route path="nodes" element={<NodesPage />} />
        <Route path="nodes/:id" element={<NodePage />} />
        <Route path="buckets" element={<BucketsPage />} />
        <Route path="buckets/:id" element={<BucketPage />} />
        <Route path="assets" element={<AssetsPage />} />
        <Route path="applications" element={<ApplicationsPage />} />
        <Route path="events" element={<EventsPage />} />
        <Route path="events/:id" element={<EventPage />} />
        <Route path="endpoints" element={<EndpointsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

export function Router() {
  return (
    <BrowserRouter basename={basePath}>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <Pages />
    </BrowserRouter>
  );
}
