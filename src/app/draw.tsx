/**
 * The server entry: renders the first screen of a page into the HTML document, with verdict, figures and first
 * rows. The app later mounts the same components in the same place. If the app never starts, the style sheet
 * hides what is no longer confirmed (`.host-drawn` in src/app/styles/styles.css).
 */

import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Outlet, Route, Routes, StaticRouter, useLocation, useOutletContext } from 'react-router';
import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import { defaultLimits, defaultPollSeconds } from '#contract/host.ts';
import {
  type DrawnScreen,
  type FirstScreen,
  nothingDrawn,
  type ShownList,
} from '#domain/first-screen/first-screen.ts';
import { listsAt, pagePathAt } from '#domain/first-screen/page-lists.ts';
import { drawUnder } from './delivered/base.ts';
import { applyConfig, findDeployment } from './delivered/config.ts';
import { type TakenList, takeLists, takeStatus } from './drawing/answers.ts';
import { liftStyles } from './drawing/styles.ts';
import { DeploymentFrame } from './frame/DeploymentFrame.tsx';
import { Screen } from './frame/Screen.tsx';
import { regionMap, statusMap } from './map/parts.ts';
import { usualGazetteer } from './map/use-gazetteer.ts';
import { seedDeliveredTallies } from './observe/verdicts/tallies.ts';
import { statusFeedIn } from './observe/verdicts/verdicts.ts';
import { createQueryClient } from './queries/client.ts';
import { deploymentRoutes } from './routes/deployment-routes.tsx';
import { deploymentPages, fullPages, notFoundPage } from './routes/page-modules.ts';
import { lazyPartOf } from './ui/loading/lazy-part.tsx';
import { now } from './ui/time/clock.ts';
import { drawForPhone, usePhone } from './ui/use-phone.ts';

export { readCachedList } from './drawing/answers.ts';

const Overview = lazyPartOf(fullPages['/'], () => null, true);

function Expiring() {
  const { pathname } = useLocation();
  // The status page and the overview fit all screen sizes.
  const fitsAll = pathname.split('/').length === 2;
  const isPhone = usePhone();
  return (
    <>
      {/* On the overview, the text stands below the page's own head. */}
      <p className={`host-drawn-expired lead py-6 ${pathname === '/' ? 'sheet top-32 max-md:top-44' : ''}`}>
        This page could not start its scripts, so it shows no status. Reload it to try again.
      </p>
      {/* Content rendered for another screen size is hidden. The verdict fits all sizes. */}
      <div className={`contents ${fitsAll ? '' : isPhone ? 'md:hidden' : 'max-md:hidden'}`}>
        <Outlet context={useOutletContext()} />
      </div>
    </>
  );
}

/** Lists behind the key figures of the status page. The page requests them after its verdict. */
const ofFigures: readonly ShownList[] = (['region', 'node', 'bucket', 'event'] as const).map((resource) => ({
  resource,
}));

/**
 * Names the lists that a server-rendered page shows, with their parameters and row counts. The app then
 * requests the same ones (start/drawn-lists.ts).
 */
function listsOf(path: string, taken: readonly TakenList[]): string {
  const lists = pagePathAt(path) === '' ? ofFigures : listsAt(path);
  // If both versions of a list are cached, only the preferred version counts: the page requests only that
  // one.
  const shown = lists.flatMap(({ resource, region }) => {
    const versions: readonly EndpointPath[] = pathsOf(resource);
    return versions
      .flatMap((version) => taken.find((list) => list.path === version && list.region === region) ?? [])
      .slice(0, 1);
  });
  return shown
    .map(({ path: asked, region, limit, count }) => {
      const search = region !== undefined ? `?region=${region}` : limit !== undefined ? `?limit=${limit}` : '';
      return `${asked}${search} ${count}`;
    })
    .join(',');
}

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
  const { config, basePath, path, isPhone, withPage } = screen;
  const at = now();
  applyConfig(config, config);
  seedDeliveredTallies(screen.tallies, at);
  drawForPhone(isPhone);
  drawUnder(basePath);
  const deployment = findDeployment(path.split('/')[1]);
  if (!deployment && path !== '/') return nothingDrawn;
  const client = createQueryClient();
  try {
    for (const each of config.deployments) takeStatus(client, each, screen.answers, at);
    const taken = deployment && withPage ? await takeLists(client, deployment, screen.lists, at) : [];
    const isRead = !deployment || statusFeedIn(client, deployment).answer !== null;
    const markup = await markupOf(
      <QueryClientProvider client={client}>
        <StaticRouter basename={basePath || '/'} location={basePath + path}>
          <div className="host-drawn" data-lists={listsOf(path, taken)}>
            <Screen>
              <Routes>
                <Route element={<Expiring />}>
                  <Route path="/" element={<Overview />} />
                </Route>
                <Route path=":deployment" element={<DeploymentFrame unknown={null} />}>
                  {withPage && isRead && <Route element={<Expiring />}>{deploymentRoutes}</Route>}
                  <Route path="*" element={null} />
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
    return drawScreen({ ...screen, answers: [], tallies: [], lists: [] });
  }
}

/**
 * Loads all code for rendering and renders once in advance, because the first render takes many times as
 * long.
 */
export async function prepare(): Promise<void> {
  const parts = [...Object.values(deploymentPages), notFoundPage, fullPages['/'], regionMap, statusMap];
  await Promise.all([usualGazetteer(), ...parts.map((part) => part.load())]);
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
    lists: [],
    isPhone: false,
    withPage: true,
  });
}
