import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ScreenContact } from '../components/vouching/Contact.tsx';
import { useDeploymentAt } from '../delivered/config.ts';
import { wallSetup } from '../pages.ts';
import { HatchPattern } from '../ui/elements/HatchPattern.tsx';
import { laterPart } from '../ui/loading/lazy-part.tsx';
import { showWallSetup, useWallSetup } from './top-bar/wall-setup.ts';

const WallSetup = laterPart(wallSetup);

export function Screen({ children }: { readonly children: ReactNode }) {
  return (
    <ScreenContact>
      <HatchPattern />
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      {children}
      <WallSetupHere />
    </ScreenContact>
  );
}

function WallSetupHere() {
  const { pathname } = useLocation();
  useEffect(() => showWallSetup(false), [pathname]);
  const slug = useDeploymentAt(pathname.split('/')[1])?.slug;
  return useWallSetup() && <WallSetup slug={slug} onClose={() => showWallSetup(false)} />;
}
