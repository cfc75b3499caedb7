import { type ReactNode, useEffect } from 'react';
import { Outlet, useLocation, useOutletContext, useParams } from 'react-router';
import type { Deployment } from '#contract/host.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import { DeploymentContact } from '../components/freshness/Contact.tsx';
import { bufferKeys } from '../components/keys/buffered-keys.ts';
import { useDeploymentAt } from '../delivered/config.ts';
import { lazyPart, lazyPartOf } from '../ui/loading/lazy-part.tsx';
import { FullPageNotYet } from '../ui/loading/NotYet.tsx';
import { PageGuard, RenderGuard } from '../ui/loading/RenderGuard.tsx';
import { useMoment } from '../ui/time/moment.ts';
import type { FrameProps } from './past/PastFrame.tsx';
import { isPastRequested, pastFrame } from './past/past-frame.ts';
import { Sections } from './top-bar/Sections.tsx';
import { TopBar } from './top-bar/TopBar.tsx';

/** Loaded lazily, because no verdict waits for a notice. */
const Notices = lazyPart(() => import('./notices/Notices.tsx'));
const NotObserved = lazyPart(() => import('./notices/NotObserved.tsx'));
const AfterFirstPaint = lazyPart(() => import('./AfterFirstPaint.tsx'));
const PastFrame = lazyPartOf(pastFrame, FullPageNotYet);

export function useDeployment(): Deployment {
  return useOutletContext<Deployment>();
}

/**
 * Frame of all pages of a deployment, now or at the past moment of the URL.
 * @param props.unknown - shown if the URL names no configured deployment.
 */
export function DeploymentFrame({ unknown }: { readonly unknown: ReactNode }) {
  const { deployment: slug } = useParams();
  const { search } = useLocation();
  const deployment = useDeploymentAt(slug);
  // Buffers key presses until Find is loaded and handles them.
  useEffect(bufferKeys, []);
  if (!deployment) return <PageGuard whole>{unknown}</PageGuard>;
  return isPastRequested(search) ? (
    <PastFrame present={deployment} Frame={Frame} />
  ) : (
    <Frame deployment={deployment} />
  );
}

/** Top bar, notices, page and foot. */
function Frame({ deployment, bar, page }: FrameProps) {
  const { pathname } = useLocation();
  const moment = useMoment();
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
      {bar}
      <main id="main" className="sheet min-h-dvh pb-16 print:min-h-0" data-as-of={moment ?? undefined}>
        {/* A step from one past moment to another keeps the page, and with it the place in the window. */}
        <PageGuard
          place={pathname}
          key={moment === null ? deployment.slug : `past ${presentSlug(deployment.slug)}`}
        >
          {page ?? <Outlet context={deployment} />}
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
