/**
 * The server entry: renders the first screen of a page into the HTML document. It has the frame, and on the status page
 * and the overview also the verdicts and tiles. The first commit of the app replaces it. If the app never starts, the
 * style sheet hides what is no longer confirmed (`.host-drawn` in src/app/styles/styles.css).
 */

import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Route, Routes, StaticRouter } from 'react-router';
import { pathsOf } from '#contract/endpoints.ts';
import { defaultLimits, defaultPollSeconds } from '#contract/host.ts';
import { type DrawnScreen, type FirstScreen, nothingDrawn } from '#domain/first-screen/first-screen.ts';
import { drawUnder } from './delivered/base.ts';
import { applyConfig, findDeployment } from './delivered/config.ts';
import { takeStatus } from './drawing/answers.ts';
import { liftStyles } from './drawing/styles.ts';
import { DeploymentFrame } from './frame/DeploymentFrame.tsx';
import { Screen } from './frame/Screen.tsx';
import { seedDeliveredTallies } from './observe/verdicts/tallies.ts';
import { statusFeedIn } from './observe/verdicts/verdicts.ts';
import StatusPage from './pages/deployment/status/StatusPage.tsx';
import OverviewPage from './pages/overview/OverviewPage.tsx';
import { createQueryClient } from './queries/client.ts';
import { now } from './ui/time/clock.ts';

async function markupOf(screen: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(screen, {
    // The markup has no deferred parts, because no script runs yet that could place them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (cause) => void failures.push(cause),
  });
  const markup = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  // React writes these markers between texts. Only hydration needs them.
  return markup.replaceAll('<!-- -->', '');
}

async function drawScreen(screen: FirstScreen): Promise<DrawnScreen> {
  const { config, basePath, path } = screen;
  const at = now();
  applyConfig(config, config);
  seedDeliveredTallies(screen.tallies, at);
  drawUnder(basePath);
  const deployment = findDeployment(path.split('/')[1]);
  if (!deployment && path !== '/') return nothingDrawn;
  const client = createQueryClient();
  try {
    for (const each of config.deployments) takeStatus(client, each, screen.answers, at);
    const isRead = deployment !== undefined && statusFeedIn(client, deployment).answer !== null;
    // Replaces states that are no longer confirmed. On the overview, it stands below the page's own head.
    const expired = (
      <p
        key="expired"
        className={`host-drawn-expired lead py-6 ${deployment ? '' : 'sheet top-32 max-md:top-44'}`}
      >
        This page could not start its scripts, so it shows no status. Reload it to try again.
      </p>
    );
    const markup = await markupOf(
      <QueryClientProvider client={client}>
        <StaticRouter basename={basePath || '/'} location={basePath + path}>
          <div className="host-drawn">
            <Screen>
              <Routes>
                <Route path="/" element={[expired, <OverviewPage key="page" />]} />
                <Route path=":deployment" element={<DeploymentFrame unknown={null} />}>
                  <Route index element={[expired, isRead && <StatusPage key="page" />]} />
                  <Route path="*" element={expired} />
                </Route>
              </Routes>
            </Screen>
          </div>
        </StaticRouter>
      </QueryClientProvider>,
    );
    return liftStyles(markup);
  } finally {
    // Also stops the garbage-collection timers of the queries.
    client.clear();
  }
}

/** Renders the first screen of a page. Without confirmed data or after an error, it has only the frame. */
export async function draw(screen: FirstScreen): Promise<DrawnScreen> {
  try {
    return await drawScreen(screen);
  } catch {
    // The app later reads the same responses and shows the error.
    return drawScreen({ ...screen, answers: [], tallies: [] });
  }
}

/** Renders once in advance, because the first render takes many times as long. */
export async function prepare(): Promise<void> {
  const deployment = {
    slug: 'none',
    name: '',
    baseUrl: 'deployments/none',
    shownUrl: '',
    demo: false,
    words: {},
  };
  const body = JSON.stringify({
    status: '',
    version: '',
    region: '',
    updated_at: '',
    components: [],
  });
  const status = { url: `${deployment.baseUrl}${pathsOf('status')[0]}`, status: 200, headers: {}, body };
  await draw({
    config: { deployments: [deployment], pollSeconds: defaultPollSeconds, limits: defaultLimits },
    basePath: '',
    path: '/none',
    answers: [status],
    tallies: [],
  });
}
