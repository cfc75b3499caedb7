import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router as At, UNSAFE_createBrowserHistory as createBrowserHistory, Route, Routes } from 'react-router';
import { useNavigationEffects } from './components/page/navigation.ts';
import { basePath, mountPath } from './delivered/base.ts';
import { DeploymentFrame } from './frame/DeploymentFrame.tsx';
import { Screen } from './frame/Screen.tsx';
import StatusPage from './pages/deployment/status/StatusPage.tsx';
import {
  ApplicationsPage,
  AssetsPage,
  BucketPage,
  BucketsPage,
  ChangesPage,
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
} from './pages.tsx';
import { PageGuard } from './ui/RenderGuard.tsx';

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
        <Route path="changes" element={<ChangesPage />} />
        <Route path="endpoints" element={<EndpointsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/**
 * What the router's own component for addresses does, but for a change of the search alone: its rows are asked for at
 * once, while the code of another page may have to be awaited.
 */
function AtAddress({ children }: { readonly children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location });
  const { pathname } = location;
  useLayoutEffect(
    () =>
      history.listen((place) => {
        if (place.location.pathname === pathname) setPlace(place);
        else startTransition(() => setPlace(place));
      }),
    [history, pathname],
  );
  // The library takes a base with a slash at its end for another address than the one without.
  const at = pathname === mountPath ? { ...location, pathname: basePath } : location;
  return (
    <At basename={basePath} location={at} navigationType={action} navigator={history}>
      {children}
    </At>
  );
}

export function Router() {
  return (
    <AtAddress>
      <Screen>
        <Pages />
      </Screen>
    </AtAddress>
  );
}
