/** Puts the host's cached responses into React Query's cache, in the form that requested responses have. */

import type { QueryClient } from '@tanstack/react-query';
import { failureOf } from '#client/failure.ts';
import { RequestFailure } from '#client/request-failure.ts';
import { statusReader } from '#client/status-reader.ts';
import { type EndpointPath, endpointAt, isEndpointPath, isPathOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import { parseJson } from '#contract/json/parse.ts';
import type { StatusDocument } from '#contract/resources.ts';
import {
  type Answer,
  type Failure,
  type Feed,
  relayedResponse,
  responseHeaders,
} from '#domain/answer/answer.ts';
import { validUntil } from '#domain/answer/freshness.ts';
import { parseHttpDate } from '#domain/answer/http-date.ts';
import { ageOf, statusLifetime } from '#domain/answer/poll.ts';
import type { DeliveredResponse } from '#domain/first-screen/first-screen.ts';
import { pollOf } from '../delivered/config.ts';
import { setCachedFeed } from '../queries/keys.ts';

/** Milliseconds after which the style sheet hides the server-rendered screen, if the app has not started. */
const shownFor = 10_000;

/** Whether the response stays confirmed for as long as the server-rendered screen is visible. */
function isConfirmed(answer: Answer<unknown>, at: number): boolean {
  return validUntil(answer) >= at + shownFor;
}

function httpFailure(path: EndpointPath, status: number, at: number): Failure {
  const cause = new RequestFailure(path, 'http', `HTTP ${status}`, { status });
  return failureOf(cause, { path, run: 1, since: at, at, spread: 0 });
}

/**
 * Reads a status document into a feed; `null` if the response is none. The app later reads the same response
 * and shows the error.
 */
function readStatus(...parameters: Parameters<typeof statusFeed>): Feed<StatusDocument> | null {
  try {
    return statusFeed(...parameters);
  } catch {
    return null;
  }
}

/**
 * Reads a status document into a feed.
 * @throws ContractError or SyntaxError if the response is no status document.
 */
function statusFeed(
  { status, headers, body }: DeliveredResponse,
  deployment: Deployment,
  path: EndpointPath,
  at: number,
): Feed<StatusDocument> {
  if (status !== 200) return { answer: null, failure: httpFailure(path, status, at) };
  const { value } = statusReader.decode(endpointAt(path), parseJson(body), {});
  const stated = responseHeaders((name) => headers[name] ?? null);
  const ageSeconds = ageOf(stated);
  const lifetime = statusLifetime(stated, pollOf(deployment), { ageSeconds });
  const answer = relayedResponse(path, value, { receivedAt: at, ageSeconds, lifetime });
  return { answer: { ...answer, servedAt: parseHttpDate(headers['date'] ?? null) }, failure: null };
}

export function takeStatus(
  client: QueryClient,
  deployment: Deployment,
  answers: readonly DeliveredResponse[],
  at: number,
): void {
  for (const each of answers) {
    const path = each.url.slice(deployment.baseUrl.length);
    if (!each.url.startsWith(deployment.baseUrl) || !isEndpointPath(path) || !isPathOf(path, 'status'))
      continue;
    const feed = readStatus(each, deployment, path, at);
    if (!feed || (feed.answer && !isConfirmed(feed.answer, at))) continue;
    setCachedFeed(client, deployment.slug, path, feed);
  }
}
