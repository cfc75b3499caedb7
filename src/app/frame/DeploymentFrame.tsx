import { lazy, Suspense } from 'react';
import { Outlet, useOutletContext, useParams } from 'react-router';
import type { Deployment } from '../../contract/host.ts';
import { keepTrying } from '../components/keep-trying.ts';
import { RenderGuard } from '../components/RenderGuard.tsx';
import { findDeployment } from '../config.ts';
import { UnknownDeploymentPage } from '../pages.ts';
import { Sections } from './Sections.tsx';
import { TopBar } from './TopBar.tsx';

const Background = lazy(() => keepTrying(() => import('./Background.tsx')));

/** The deployment that the page below stands in. */
export function useDeployment(): Deployment {
  return useOutletContext<Deployment>();
}

export function DeploymentFrame() {
  const { deployment: slug } = useParams();
  const deployment = findDeployment(slug);
  if (!deployment) {
    return (
      <Suspense fallback={null}>
        <UnknownDeploymentPage slug={slug ?? ''} />
      </Suspense>
    );
  }
  return (
    <>
      <TopBar deployment={deployment}>
        <Sections deployment={deployment} />
      </TopBar>
      {deployment.demo && <DemoNote />}
      <main id="main" className="sheet pb-16">
        <RenderGuard name="This page" key={deployment.slug}>
          <Suspense fallback={null}>
            <Outlet context={deployment} />
          </Suspense>
        </RenderGuard>
      </main>
      <Suspense fallback={null}>
        <Background deployment={deployment} key={deployment.slug} />
      </Suspense>
    </>
  );
}

/** Demo data is labelled as such on every page that shows it. */
export function DemoNote() {
  return (
    <aside
      aria-label="Demo data"
      className="sheet border-b border-line bg-s1 py-1 text-[12px] leading-4 text-text-2"
    >
      <b className="font-semibold text-text">Demo data.</b> An invented fleet, simulated on this machine;
      nothing here is a real service.
    </aside>
  );
}
