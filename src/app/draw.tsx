/**
 * The one thing of the app that the host takes: it draws a page's first screen into the document, so that the verdict
 * stands there before any script has run. These are the components that the app mounts, which then draws the same in the
 * same place and takes over. If it never comes, the style sheet takes away what is vouched for (`.host-drawn` in
 * src/app/styles.css), for nobody would renew it.
 */

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import { RequestFailure } from '#client/request-failure.ts';
import { statusReader } from '#client/status-reader.ts';
import { type EndpointPath, endpointAt, isEndpointPath, isPathOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import { parseJson } from '#contract/json/parse.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { type Feed, relayedAnswer } from '#domain/answer/answer.ts';
import type { DeliveredAnswer, FirstScreen } from '#domain/answer/first-screen.ts';
import { vouchedUntil } from '#domain/answer/freshness.ts';
import { parseHttpDate } from '#domain/answer/http-date.ts';
import { ageOf, polledLifetime } from '#domain/answer/poll.ts';
import { applyConfig, findDeployment, pollMilliseconds } from './delivered/config.ts';
import { DeploymentFrame } from './frame/DeploymentFrame.tsx';
import { Screen } from './frame/Screen.tsx';
import { seedDeliveredTallies } from './observe/tallies.ts';
import { statusFeedIn } from './observe/verdicts.ts';
import StatusPage from './pages/deployment/status/StatusPage.tsx';
import { createQueryClient } from './queries/client.ts';
import { failureOf } from './queries/failure.ts';
import { statusQuery } from './queries/resources/status.ts';
import { now } from './ui/time/clock.ts';

/** How long the style sheet leaves it on screen, milliseconds. */
const shownFor = 10_000;

/** @throws ContractError or SyntaxError where the answer is no status document. */
function feedOf(
  { status, headers, body }: DeliveredAnswer,
  path: EndpointPath,
  at: number,
): Feed<StatusDocument> {
  if (status !== 200) {
    const cause = new RequestFailure(path, 'http', `HTTP ${status}`, { status });
    return { answer: null, failure: failureOf(cause, { path, run: 1, since: at, at, spread: 0 }) };
  }
  const { value } = statusReader.decode(endpointAt(path), parseJson(body), {});
  const ageSeconds = ageOf({ age: headers['age'] ?? null });
  const lifetime = polledLifetime(pollMilliseconds);
  const answer = relayedAnswer(path, value, { receivedAt: at, ageSeconds, lifetime });
  return { answer: { ...answer, servedAt: parseHttpDate(headers['date'] ?? null) }, failure: null };
}

/** Puts into the cache what can be vouched for while it is shown. */
function takeAnswers(client: QueryClient, deployment: Deployment, { answers }: FirstScreen, at: number): void {
  for (const each of answers) {
    const path = each.url.slice(deployment.baseUrl.length);
    if (!each.url.startsWith(deployment.baseUrl) || !isEndpointPath(path)) continue;
    if (!isPathOf(path, 'status')) continue;
    const feed = feedOf(each, path, at);
    if (feed.answer && vouchedUntil(feed.answer) < at + shownFor) continue;
    client.setQueryData(statusQuery(deployment, path).queryKey, feed);
  }
}

function Expiring({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <p className="host-drawn-expired lead py-6">
        This page could not start its scripts, so it shows no status. Reload it to try again.
      </p>
      {children}
    </>
  );
}

function drawScreen(screen: FirstScreen): string {
  const { config, basePath, path, tallies } = screen;
  const at = now();
  applyConfig(config, config);
  seedDeliveredTallies(tallies, at);
  const deployment = findDeployment(path.split('/')[1]);
  if (!deployment) return '';
  const client = createQueryClient();
  try {
    takeAnswers(client, deployment, screen, at);
    const isRead = statusFeedIn(client, deployment).answer !== null;
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <StaticRouter basename={basePath || '/'} location={basePath + path}>
          <div className="host-drawn">
            <Screen>
              <Routes>
                <Route path=":deployment" element={<DeploymentFrame />}>
                  <Route
                    index
                    element={
                      isRead && (
                        <Expiring>
                          <StatusPage />
                        </Expiring>
                      )
                    }
                  />
                  <Route path="*" element={null} />
                </Route>
              </Routes>
            </Screen>
          </div>
        </StaticRouter>
      </QueryClientProvider>,
    );
  } finally {
    // Its timers go with it.
    client.clear();
  }
}

/** The markup of a page's first screen; its frame alone where nothing can be vouched for, or what is to be drawn fails. */
export function draw(screen: FirstScreen): string {
  try {
    return drawScreen(screen);
  } catch {
    // The app reads the same answer and says what is wrong with it.
    return drawScreen({ ...screen, answers: [], tallies: [] });
  }
}
