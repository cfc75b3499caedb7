import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router as At, UNSAFE_createBrowserHistory as createBrowserHistory, Route, Routes } from 'react-router';
import { useNavigationEffects } from './components/page/navigation.ts';
import { basePath, mountPath } from './delivered/base.ts';
import { deploymentRoutes } from './deployment-routes.tsx';
import { DeploymentFrame } from './frame/DeploymentFrame.tsx';
import { Screen } from './frame/Screen.tsx';
import { wholePages } from './pages.ts';
import { laterPart } from './ui/loading/later.tsx';
import { WholeNotYet } from './ui/loading/NotYet.tsx';
import { PageGuard } from './ui/loading/RenderGuard.tsx';

const wholeRoutes = Object.entries(wholePages).map(([path, part]) => {
  // The host draws the page of all deployments, and no wall.
  const Shown = laterPart(part, WholeNotYet, path === '/');
  return (
    <Route
      key={path}
      path={path}
      element={
        <PageGuard whole>
          <Shown />
        </PageGuard>
      }
    />
  );
});

function Pages() {
  useNavigationEffects();
  return (
    <Routes>
      {wholeRoutes}
      <Route path=":deployment" element={<DeploymentFrame />}>
        {deploymentRoutes}
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
