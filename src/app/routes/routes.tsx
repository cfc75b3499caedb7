import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { Router as At, UNSAFE_createBrowserHistory as createBrowserHistory, Route, Routes } from 'react-router';
import { useNavigationEffects } from '../components/page/navigation.ts';
import { basePath, mountPath } from '../delivered/base.ts';
import { DeploymentFrame } from '../frame/DeploymentFrame.tsx';
import { Screen } from '../frame/Screen.tsx';
import { WallSetupOpener } from '../pages/wall/setup/WallSetupOpener.tsx';
import { lazyPartOf } from '../ui/loading/lazy-part.tsx';
import { FullPageNotYet } from '../ui/loading/NotYet.tsx';
import { PageGuard } from '../ui/loading/RenderGuard.tsx';
import { deploymentRoutes } from './deployment-routes.tsx';
import { fullPages, unknownDeploymentPage } from './page-modules.ts';

const wholeRoutes = Object.entries(fullPages).map(([path, part]) => {
  const Shown = lazyPartOf(part, FullPageNotYet);
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

const UnknownDeployment = lazyPartOf(unknownDeploymentPage, FullPageNotYet);

function Pages() {
  useNavigationEffects();
  return (
    <Routes>
      {wholeRoutes}
      <Route path=":deployment" element={<DeploymentFrame unknown={<UnknownDeployment />} />}>
        {deploymentRoutes}
      </Route>
    </Routes>
  );
}

/**
 * Replaces `BrowserRouter`. A change of the search string alone applies at once, so that rows are requested
 * immediately. Any other change is a transition, because the code of a page may have to load.
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
  // React Router treats the base path with a trailing slash as another path.
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
        <WallSetupOpener />
      </Screen>
    </AtAddress>
  );
}
