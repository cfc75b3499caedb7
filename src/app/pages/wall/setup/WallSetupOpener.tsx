import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useDeploymentAt } from '#app/delivered/config.ts';
import { showWallSetup, useWallSetup } from '#app/frame/top-bar/wall-setup.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

const WallSetup = lazyPart(() => import('./WallSetup.tsx'));

/**
 * Shows the dialog that sets up a wall. It is outside of any page, because it shows all deployments. The
 * dialog closes when the viewer goes to another page.
 */
export function WallSetupOpener() {
  const { pathname } = useLocation();
  useEffect(() => showWallSetup(false), [pathname]);
  const slug = useDeploymentAt(pathname.split('/')[1])?.slug;
  return useWallSetup() && <WallSetup slug={slug} onClose={() => showWallSetup(false)} />;
}
