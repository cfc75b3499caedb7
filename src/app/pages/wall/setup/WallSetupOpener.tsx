import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useDeploymentAt } from '#app/delivered/config.ts';
import { showWallSetup, useWallSetup } from '#app/frame/top-bar/wall-setup.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

const WallSetup = lazyPart(() => import('./WallSetup.tsx'));

/** The dialog closes with the page that opened it. It stands outside of the page because it shows all deployments. */
export function WallSetupOpener() {
  const { pathname } = useLocation();
  useEffect(() => showWallSetup(false), [pathname]);
  const slug = useDeploymentAt(pathname.split('/')[1])?.slug;
  return useWallSetup() && <WallSetup slug={slug} onClose={() => showWallSetup(false)} />;
}
