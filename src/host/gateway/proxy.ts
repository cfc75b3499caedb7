/**
 * Serves a proxied deployment: ten paths, two parameters (parameters.ts), GET and HEAD only. All else is refused.
 * src/host/net/addresses.ts decides which network addresses a base URL may have.
 */

import { randomUUID } from 'node:crypto';
import { type Endpoint, type EndpointPath, findEndpoint, pathsOf } from '#contract/endpoints.ts';
import { isAbsentStatus } from '#contract/failure.ts';
import type { RequestLimits } from '#contract/host.ts';
import { parseCacheControl, secondsOf } from '#domain/answer/cache-control.ts';
import type { ProxiedSettings } from '../configuration/settings.ts';
import { encoded, encodingFor } from '../http/compression.ts';
import { matchesTag } from '../http/etag.ts';
import { acceptsProblem, methodNotAllowed, notFound, prefersProblem, problem } from '../http/problem.ts';
import { withNote } from '../http/request-log.ts';
import { acceptsEncoding } from '../http/static-files.ts';
import { checkedLookup, type RefusedAddress, type Resolve, upstreamHostCheck } from '../net/addresses.ts';
import { Network } from '../net/network.ts';
import { remembered } from '../net/remembered.ts';
import { type Bytes, lengthOf, unpacked } from './body/body.ts';
import { Budget } from './budget.ts';
import { NewestErrors } from './cache/newest-errors.ts';
import {
  type CachedOutcome,
  type CachePolicy,
  listPolicy,
  type SharedCache,
  statusPolicy,
} from './cache/shared-cache.ts';
import { Credentials } from './credentials.ts';
import {
  budgetHeader,
  type GatewayRequest,
  type HostedDeployment,
  type RequestPriority,
  searchOf,
  withParts,
} from './deployment.ts';
import { FailureLog } from './failure-log.ts';
import type { ListNotes } from './list-notes.ts';
import { OriginEvidence } from './origin-evidence.ts';
import { checkSearch, type SearchMistake } from './parameters.ts';
import { Pauses } from './pauses.ts';
import { AnswerHeaders } from './response-headers.ts';
import { requestUpstream, type UpstreamFailure } from './upstream.ts';

export interface ProxyOptions {
  readonly settings: ProxiedSettings;
  readonly limits: RequestLimits;
  readonly readings: SharedCache;
  readonly lists: ListNotes;
  readonly report: (line: string) => void;
  /** Resolves host names in place of the system resolver. */
  readonly resolve?: Resolve;
}

/** What a viewer requests: an endpoint with checked parameters. */
interface Target {
  readonly endpoint: Endpoint;
  readonly search: string;
  /** Address of the upstream. */
  readonly url: string;
  readonly cacheKey: string;
  /** Path of a list that {@link ListNotes} notes; `null` for other targets. */
  readonly listPath: EndpointPath | null;
}

/** Maximum number of targets that a deployment remembers, by path and query. */
const mostTargets = 100;

/**
 * Maximum number of simultaneous list requests. Status requests never wait for lists: each API version has
 * its own connection.
 */
const mostListConnections = 6;

function withoutRepeats(report: (line: string) => void): (line: string) => void {
  let last = '';
  return (line) => {
    if (line !== last) report(line);
    last = line;
  };
}

const quietTime = 10 * 60_000;

/** Returns a function to call at each event: true unless an event came within `milliseconds` before. */
function unlessRecent(milliseconds: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    const isNew = now - last >= milliseconds;
    last = now;
    return isNew;
  };
}

export function createProxiedDeployment(options: ProxyOptions): HostedDeployment {
  const { settings, limits, readings, lists, resolve, report } = options;
  const reportOnce = withoutRepeats((line) => report(`${settings.slug}: ${line}`));
  const mayConnect = upstreamHostCheck(settings.allowAddresses);
  const network = new Network({
    limits,
    most: { lists: mostListConnections, status: pathsOf('status').length },
    tls: settings.tls,
    proxy: settings.proxy,
    report: reportOnce,
    mayConnect,
    lookup: checkedLookup(mayConnect, resolve),
    onRefused: ({ message }: RefusedAddress) =>
      reportOnce(`${message}. The host does not connect to it; add it to "allowAddresses" to allow it.`),
  });
  const credentials = new Credentials(settings.headers, reportOnce);
  const pauses = new Pauses();
  const newestErrors = new NewestErrors();
  const origin = new OriginEvidence(settings.pollSeconds * 1000);
  const [headersOfStatus, headersOfLists] = [new AnswerHeaders(true), new AnswerHeaders(false)];
  const budget = new Budget(settings.budget);
  const traffic = { requests: 0, responses: 0, failures: new Map<string, number>() };
  const failures = new FailureLog((line) => report(`${settings.slug}: ${line}`));
  const statusKeeps = new Map<string, CachePolicy>(
    pathsOf('status').map((path) => [path, statusPolicy(settings.pollSeconds * 1000)]),
  );

  // Deployments never share responses, because their secrets may differ. A random owner also separates a deployment
  // from an earlier one with the same slug.
  const own = randomUUID();
  const targetOf = remembered(mostTargets, (pathAndQuery): Target | SearchMistake | null => {
    const search = searchOf(pathAndQuery);
    const endpoint = findEndpoint(pathAndQuery.slice(0, pathAndQuery.length - search.length));
    if (!endpoint) return null;
    const checked = checkSearch(endpoint, search);
    if ('mistake' in checked) return checked;
    const { path } = endpoint;
    const url = settings.baseUrl + path + checked.search;
    const listPath = lists.counts(path, checked.search) ? path : null;
    return { endpoint, search: checked.search, url, cacheKey: `${own} ${url}`, listPath };
  });

  // Spreads half of the budget over the minute, so that one burst cannot spend it.
  const lowPriority = new Budget(Math.ceil(settings.budget / 12), 10_000);
  const isSpent = unlessRecent(quietTime);

  /**
   * Counts a list request against the budget. Returns the failure of a request that exceeds it; `null` if the
   * request may be sent.
   */
  function refusedByBudget(priority: RequestPriority): UpstreamFailure | null {
    const seconds =
      priority === 'low' ? lowPriority.wait() || budget.wait(Math.ceil(settings.budget / 2)) : budget.wait();
    if (seconds === 0) return null;
    if (priority === 'low' && isSpent())
      report(
        `${settings.slug}: requests of the observer for single regions wait, because half of "budget" (${settings.budget} requests a minute) is reserved for viewers`,
      );
    return overBudget(settings.budget, seconds);
  }

  function cachedOrRequested(
    { endpoint, url, cacheKey }: Target,
    request: GatewayRequest,
    priority: RequestPriority,
  ): CachedOutcome | Promise<CachedOutcome> {
    const polled = statusKeeps.get(endpoint.path);
    const connections = polled ? network.status : network.lists;
    const send = async (
      headers: Readonly<Record<string, string>>,
      etag: string | null,
      cancel: AbortSignal,
    ) => {
      traffic.requests += 1;
      const requestedAt = Date.now();
      const isConditional = !polled && etag !== null && origin.confirmsValidators;
      const sent = {
        ...headers,
        ...newestErrors.requestHeaders(url),
        ...(isConditional && { 'if-none-match': etag }),
      };
      const received = await requestUpstream(connections, url, limits, cancel, sent);
      const outcome = newestErrors.note(url, received, Date.now());
      if (outcome.kind === 'failure')
        traffic.failures.set(outcome.failure, (traffic.failures.get(outcome.failure) ?? 0) + 1);
      const times = { requestedAt, receivedAt: Date.now() };
      return polled ? origin.noteStatus(url, outcome, times) : origin.withTrueAge(url, outcome, times);
    };
    return readings.read({
      owner: own,
      key: cacheKey,
      ask: (etag, cancel) =>
        pauses.requestUnlessPaused(url, async () => {
          const refused = polled ? null : refusedByBudget(priority);
          if (refused) return refused;
          return credentials.present(async (headers) => {
            const fetched = await send(headers, etag, cancel);
            if (fetched.kind === 'unchanged' && !origin.confirmsValidators) return send(headers, null, cancel);
            return fetched;
          });
        }),
      policy: polled ?? listPolicy,
      isForced: !polled && isForced(request),
      leaving: () => request.signal,
    });
  }

  /** Paths that have returned a usable response since the start. */
  const answered = new Set<string>();

  const failureResponse = (
    failure: UpstreamFailure,
    { endpoint, search }: Target,
    priority: RequestPriority,
  ) => {
    const address = endpoint.path + search;
    const isNotOffered = isAbsentStatus(failure.status) && !answered.has(endpoint.path);
    // `refusedByBudget` logs once that the observer waits.
    const isWaiting = priority === 'low' && failure.isOwn === true;
    const id = isWaiting ? randomUUID() : failures.idOf(address, failure, isNotOffered);
    return answerFailure(failure, settings.name, address, id);
  };

  function noteList(request: GatewayRequest, { listPath: path, search }: Target, cached: CachedOutcome): void {
    if (path === null) return;
    const { outcome, cachedSeconds } = cached;
    if (outcome.kind === 'answer') {
      const { headers } = outcome;
      const body = outcome.body.kind === 'packed' ? null : outcome.body.bytes;
      lists.note(settings.slug, path, search, { body, headers, heldSeconds: cachedSeconds });
      if (acceptsProblem(request)) lists.noteLimit(settings.slug, path, search);
    } else if (isAbsentStatus(outcome.status)) lists.noteAbsent(settings.slug, path);
  }

  function answerWith(
    request: GatewayRequest,
    target: Target,
    priority: RequestPriority,
    cached: CachedOutcome,
  ): Response | Promise<Response> {
    const { endpoint, cacheKey } = target;
    traffic.responses += 1;
    const { outcome, inPlaceOf } = cached;
    if (inPlaceOf && prefersProblem(request)) return failureResponse(inPlaceOf, target, priority);
    if (!inPlaceOf) noteList(request, target, cached);
    if (outcome.kind === 'failure') return failureResponse(outcome, target, priority);
    answered.add(endpoint.path);
    const { body, headers } = outcome;
    const isStatus = endpoint.resource === 'status';
    const headersOf = isStatus ? headersOfStatus : headersOfLists;
    const knownTag = isStatus || inPlaceOf ? null : request.headers.get('if-none-match');
    if (knownTag !== null && matchesTag(knownTag, headers['etag']))
      return new Response(null, { status: 304, headers: headersOf.of(outcome, cached, 'not modified') });
    const accepted = request.headers.get('accept-encoding');
    const encoding = body.kind === 'plain' ? encodingFor(accepted, lengthOf(body)) : packedFor(accepted);
    const headersToSend = headersOf.of(outcome, cached, encoding);
    const send = (sent: Bytes | ReadableStream<Bytes> | null) =>
      withNote(
        new Response(sent, { headers: headersToSend }),
        inPlaceOf ? { lastGood: true, kind: inPlaceOf.failure } : undefined,
      );
    if (request.needsParts && encoding === null && body.kind === 'plain')
      return withParts(send(body.bytes), { headers: headersToSend, body: body.bytes });
    if (encoding === null) return send(unpacked(body));
    if (request.method === 'HEAD') return send(null);
    if (body.kind === 'packed') return send(body.bytes);
    const keep = (bytes: number) => readings.addBytes(cacheKey, outcome, bytes);
    const sent = encoded(body, body.bytes, encoding, keep);
    return sent instanceof Promise ? sent.then(send) : send(sent);
  }

  return {
    slug: settings.slug,
    name: settings.name,
    shownUrl: settings.showAddress ? settings.baseUrl : `deployments/${settings.slug}`,
    demo: false,
    words: settings.words,
    places: settings.places,
    verdict: settings.verdict,
    pollSeconds: settings.pollSeconds,
    maximumItems: settings.maximumItems,
    departures: settings.departures,
    budget: settings.budget,
    answer(request, path, priority = 'normal') {
      if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed();
      if (request.headers.get('sec-fetch-site') === 'cross-site')
        return problem({
          status: 403,
          title: 'Refused',
          detail: 'Pages of other sites may not read this deployment through Edgewatch.',
        });
      const target = targetOf(path + searchOf(request.url));
      if (target === null) return notFound('This is not one of the ten documented paths.');
      if ('mistake' in target)
        return problem({
          status: 400,
          title: 'Bad parameter',
          detail: target.mistake,
          parameter: target.parameter,
        });
      // A cached response is returned synchronously: a promise costs more than the rest of the work.
      const cached = cachedOrRequested(target, request, priority);
      return cached instanceof Promise
        ? cached.then((settled) => answerWith(request, target, priority, settled))
        : answerWith(request, target, priority, cached);
    },
    traffic: () => ({ ...traffic, budget: budget.state }),
    renew() {
      credentials.refresh();
      network.renew();
    },
    async close() {
      readings.forget(own);
      await network.close();
    },
  };
}

function packedFor(accepted: string | null): 'gzip' | null {
  return acceptsEncoding(accepted, 'gzip') ? 'gzip' : null;
}

/**
 * Returns whether a viewer wants a newer response than the cached one. `no-cache` does not count: a page
 * sends it with every request, to bypass the browser's own cache.
 */
function isForced({ headers }: GatewayRequest): boolean {
  const control = headers.get('cache-control');
  return control !== null && forces(control);
}

const forces = remembered(100, (control) => secondsOf(parseCacheControl(control), 'max-age') === 0);

/**
 * Builds the failure of a list request that exceeds the budget. The budget does not cover status requests:
 * screens depend on them, and there are at most two per poll period.
 */
function overBudget(most: number, seconds: number): UpstreamFailure {
  return {
    kind: 'failure',
    failure: 'http',
    summary: `this host's budget of ${most} requests a minute for the service is used up`,
    detail: 'Set it by "budget" in the configuration.',
    isOwn: true,
    status: 503,
    headers: { 'retry-after': String(seconds), [budgetHeader]: 'used-up' },
  };
}

/**
 * Builds the problem document of a failure. HTTP errors of the upstream keep their status. Failures of the
 * host's own request are 502 or 504.
 */
function answerFailure(failure: UpstreamFailure, name: string, address: string, id: string): Response {
  const isUpstreams = failure.failure === 'http' || failure.failure === 'refused';
  const own = failure.failure === 'timeout' ? 504 : 502;
  return problem({
    status: isUpstreams ? (failure.status ?? own) : own,
    title: failure.summary,
    detail: storedNote(failure) ?? failure.detail ?? `${name} gave no usable response for ${address}.`,
    storedCopy: failure.stored,
    id,
    kind: failure.failure,
    reason: failure.reason,
    headers: failure.headers,
  });
}

function storedNote({ summary, stored }: UpstreamFailure): string | null {
  if (!stored) return null;
  const since = stored.since === null ? '' : `, the same since ${new Date(stored.since).toISOString()}`;
  return `${summary}${since}. It may be a stored copy of a cache.`;
}
