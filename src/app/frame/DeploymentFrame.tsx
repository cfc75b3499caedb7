import { useEffect } from 'react';
import { Outlet, useLocation, useOutletContext, useParams } from 'react-router';
import type { Deployment } from '#contract/host.ts';
import { holdKeys } from '../components/keys/held-keys.ts';
import { DeploymentContact } from '../components/vouching/Contact.tsx';
import { useDeploymentAt } from '../delivered/config.ts';
import { unknownDeploymentPage } from '../pages.ts';
import { later, laterPart } from '../ui/loading/lazy-part.tsx';
import { WholeNotYet } from '../ui/loading/NotYet.tsx';
import { PageGuard, RenderGuard } from '../ui/loading/RenderGuard.tsx';
import { Sections } from './top-bar/Sections.tsx';
import { TopBar } from './top-bar/TopBar.tsx';

/** Lazy, because no verdict waits for a notice. */
const Notices = later(() => import('./notices/Notices.tsx'));
const NotObserved = later(() => import('./notices/NotObserved.tsx'));
const AfterFirstPaint = later(() => import('./AfterFirstPaint.tsx'));
const UnknownDeploymentPage = laterPart(unknownDeploymentPage, WholeNotYet);

export function useDeployment(): Deployment {
  return useOutletContext<Deployment>();
}

export function DeploymentFrame() {
  const { deployment: slug } = useParams();
  const { pathname } = useLocation();
  const deployment = useDeploymentAt(slug);
  // Records keys until Find is loaded and takes them.
  useEffect(holdKeys, []);
  if (!deployment) {
    return (
      <PageGuard whole>
        <UnknownDeploymentPage />
      </PageGuard>
    );
  }
  return (
    <DeploymentContact deployment={deployment}>
      <RenderGuard name="The top bar">
        <TopBar deployment={deployment}>
          <Sections deployment={deployment} />
        </TopBar>
      </RenderGuard>
      <RenderGuard name="The notices">
        <Notices />
      </RenderGuard>
      <main id="main" className="sheet min-h-dvh pb-16 print:min-h-0">
        <PageGuard place={pathname} key={deployment.slug}>
          <Outlet context={deployment} />
        </PageGuard>
      </main>
      <RenderGuard name="The notice below">
        <NotObserved />
      </RenderGuard>
      <RenderGuard name="What works behind the page">
        <AfterFirstPaint deployment={deployment} key={deployment.slug} />
      </RenderGuard>
    </DeploymentContact>
  );
}
