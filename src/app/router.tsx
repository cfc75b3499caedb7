import { BrowserRouter, Route, Routes } from 'react-router';
import { basePath } from './base.ts';
import { PageGuard } from './components/RenderGuard.tsx';
import { DeploymentFrame } from './frame/DeploymentFrame.tsx';
import { useNavigationEffects } from './frame/navigation.ts';
import StatusPage from './pages/deployment/status/StatusPage.tsx';
import {
  ApplicationsPage,
  AssetsPage,
  BucketPage,
  BucketsPage,
  EndpointsPage,
  EventPage,
  EventsPage,
  NodePage,
  NodesPage,
  NotFoundPage,
  OverviewPage,
  RegionPage,
  RegionsPage,
  WallPage,
} from './pages.ts';

function Pages() {
  useNavigationEffects();
  return (
    <Routes>
      <Route
        index
        element={
          <PageGuard whole>
            <OverviewPage />
          </PageGuard>
        }
      />
      {['wall', ':deployment/wall'].map((path) => (
        <Route
          key={path}
          path={path}
          element={
            <PageGuard whole>
              <WallPage />
            </PageGuard>
          }
        />
      ))}
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
