/** Puts the host's cached responses into React Query's cache, in the form that requested responses have. */

import type { QueryClient } from '@tanstack/react-query';
import { failureOf } from '#client/failure.ts';
import { pageReader, uniter } from '#client/list-reader.ts';
import { RequestFailure } from '#client/request-failure.ts';
import { statusReader } from '#client/status-reader.ts';
import {
  type EndpointPath,
  endpointAt,
  isEndpointPath,
  isListResource,
  isPathOf,
} from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import { parseJson } from '#contract/json/parse.ts';
import type { ListResource, ListRow, StatusDocument } from '#contract/resources.ts';
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
import type { CachedList, DeliveredResponse, ListAtHand } from '#domain/first-screen/first-screen.ts';
import { knowNothing } from '#domain/lists/planner/knowledge.ts';
import { type ListFeed, listFeed } from '#domain/lists/planner/list-feed.ts';
import { pollMilliseconds, pollOf } from '../delivered/config.ts';
import { setCachedFeed } from '../queries/keys.ts';
import { now } from '../ui/time/clock.ts';

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

async function listFeedOf<R extends ListResource>(
  resource: R,
  { path, region, headers, body }: CachedList,
): Promise<ListFeed<ListRow<R>>> {
  const receivedAt = now();
  const feedOfWhole = (feed: ListFeed<ListRow<R>>['knowledge']['unfiltered']['feed']) =>
    listFeed(
      { ...knowNothing<ListRow<R>>(), unfiltered: { limit: null, feed } },
      { ...(region !== undefined && { region }), byRegion: false, codes: [] },
      uniter(resource),
    );
  if (body === null) return feedOfWhole({ answer: null, failure: httpFailure(path, 404, receivedAt) });
  const reader = pageReader(resource);
  const sent = parseJson(new TextDecoder().decode(body));
  const { value, findings, unlisted } = reader.decode(endpointAt(path), sent, {});
  const stated = responseHeaders((name) => headers[name] ?? null);
  const ageSeconds = ageOf(stated);
  const lifetime = reader.lifetime(stated, { pollMilliseconds, repeats: 0, receivedAt, ageSeconds });
  const answer = relayedResponse(path, value, { receivedAt, ageSeconds, lifetime });
  return feedOfWhole({ answer: { ...answer, findings, unlisted }, failure: null });
}

const feeds = new WeakMap<CachedList, Promise<ListFeed<unknown> | null>>();

/**
 * Returns the feed of a cached list, which is decoded once; `null` if the response is no list. The app later
 * reads the same response and shows the error.
 */
export function readCachedList(list: CachedList): Promise<ListFeed<unknown> | null> {
  const known = feeds.get(list);
  if (known) return known;
  const { resource } = endpointAt(list.path);
  const feed = isListResource(resource) ? listFeedOf(resource, list).catch(() => null) : Promise.resolve(null);
  feeds.set(list, feed);
  return feed;
}

export interface TakenList {
  readonly path: EndpointPath;
  readonly region: string | undefined;
  /**
   * The `limit` with which the app should request the list first. `undefined` if the cached response is
   * truncated and short, or was requested without `limit`.
   */
  readonly limit: number | undefined;
  readonly count: number;
}

/**
 * Common maximum of `limit` in services. A truncated list with fewer rows was probably requested with a small
 * `limit`.
 */
const usualMaximum = 1_000;

/**
 * Puts those lists into React Query's cache that stay confirmed while the server-rendered screen is visible.
 * @returns these lists, without failed ones.
 */
export async function takeLists(
  client: QueryClient,
  deployment: Deployment,
  lists: readonly ListAtHand[],
  at: number,
): Promise<readonly TakenList[]> {
  const read = await Promise.all(
    lists.map(async (each) => ({ ...each, feed: await readCachedList(each.list) })),
  );
  return read.flatMap(({ list: { path, region, limit }, heldMilliseconds, feed }) => {
    if (!feed) return [];
    const answer = feed.answer && { ...feed.answer, receivedAt: at - heldMilliseconds };
    if (answer && !isConfirmed(answer, at)) return [];
    setCachedFeed(client, deployment.slug, path, { ...feed, answer }, region);
    if (!answer) return [];
    const { count, claim } = answer.value;
    const isWayToBegin = claim.kind === 'exact' || count >= usualMaximum;
    return [{ path, region, limit: isWayToBegin ? limit : undefined, count }];
  });
}
