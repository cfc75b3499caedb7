/** A deployment elsewhere: ten paths, two parameters, GET only. Everything else ends here. */

import { randomUUID } from 'node:crypto';
import { type Endpoint, findEndpoint, pathsOf } from '#contract/endpoints.ts';
import { isAbsentStatus } from '#contract/failure.ts';
import type { RequestLimits } from '#contract/host.ts';
import { parseCacheControl, secondsOf } from '#domain/answer/cache-control.ts';
import { ageOf } from '#domain/answer/poll.ts';
import type { ProxiedSettings } from '../configuration/settings.ts';
import { encoded, encodedHeaders, encodingFor, varyByEncoding } from '../http/compression.ts';
import { methodNotAllowed, notFound, problem } from '../http/problem.ts';
import { apiHeaders } from '../http/security-headers.ts';
import { checkedLookup, type RefusedAddress, type Resolve, upstreamHostCheck } from './addresses.ts';
import { Credentials } from './credentials.ts';
import { type HostedDeployment, searchOf } from './deployment.ts';
import type { HeldLists } from './held-lists.ts';
import { checkSearch } from './parameters.ts';
import { Pauses } from './pauses.ts';
import { type CachedOutcome, type Holding, type SharedCache, statusHolding } from './shared-cache.ts';
import { sharedLifetime } from './shared-lifetime.ts';
import { SingleFlight } from './single-flight.ts';
import { askUpstream, openConnections, type UpstreamFailure, type UpstreamOutcome } from './upstream.ts';

export interface ProxyOptions {
  readonly settings: ProxiedSettings;
  readonly limits: RequestLimits;
  readonly pollSeconds: number;
  /** The store of the whole host. */
  readonly readings: SharedCache;
  readonly lists: HeldLists;
  /** Tells the operator, in one line. */
  readonly report: (line: string) => void;
  /** Looks names up, where that is not for the system. */
  readonly resolve?: Resolve;
}

/** Lists that are asked for at the same time. Status never waits for one: each of its versions has a connection. */
const mostListConnections = 6;

/** A list is held for the lifetime that its answer states. */
const listHolding: Holding = (outcome) =>
  outcome.kind === 'answer' ? 1000 * sharedLifetime(outcome.headers, Date.now()) : 0;

export function createProxiedDeployment(options: ProxyOptions): HostedDeployment {
  const { settings, limits, pollSeconds, readings, lists, resolve, report } = options;
  let reported = '';
  const mayConnect = upstreamHostCheck(settings.allowAddresses);
  const connecting = {
    mayConnect,
    lookup: checkedLookup(mayConnect, resolve),
    onRefused: ({ message }: RefusedAddress) => {
      // It is asked again and again.
      if (message === reported) return;
      reported = message;
      report(
        `${settings.slug}: ${message}. It is not connected to; name it under "allowAddresses" if it is meant.`,
      );
    },
  };
  const ofLists = openConnections(limits, { ...connecting, most: mostListConnections });
  const ofStatus = openConnections(limits, { ...connecting, most: pathsOf('status').length });
  const credentials = new Credentials(settings.headers, (line) => report(`${settings.slug}: ${line}`));
  const flights = new SingleFlight<UpstreamOutcome>();
  const pauses = new Pauses();
  const statusHoldings = new Map<string, Holding>(
    pathsOf('status').map((path) => [path, statusHolding(pollSeconds * 1000)]),
  );

  // What was answered to one deployment is no other's, for it may be asked with another secret: nor that of one which had
  // the same slug before the configuration changed.
  const own = randomUUID();
  const keyOf = (url: string) => `${own} ${url}`;

  function ask(endpoint: Endpoint, url: string, request: Request): Promise<CachedOutcome> {
    const polled = statusHoldings.get(endpoint.path);
    const connections = polled ? ofStatus : ofLists;
    const askWhile = (cancel: AbortSignal) =>
      credentials.present((headers) => askUpstream(connections, url, limits, cancel, headers));
    return readings.read({
      key: keyOf(url),
      ask: () => pauses.keep(url, () => flights.run(url, askWhile, request.signal)),
      holding: polled ?? listHolding,
      anew: !polled && wantsAnew(request),
    });
  }

  return {
    slug: settings.slug,
    name: settings.name,
    shownUrl: settings.showAddress ? settings.baseUrl : `deployments/${settings.slug}`,
    demo: false,
    words: settings.words,
    places: settings.places,
    verdict: settings.verdict,
    async answer(request, path) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed();
      if (request.headers.get('sec-fetch-site') === 'cross-site')
        return problem({
          status: 403,
          title: 'Refused',
          detail: 'Pages of other sites may not read this deployment through Edgewatch.',
        });
      const endpoint = findEndpoint(path);
      if (!endpoint) return notFound('This is none of the ten documented paths.');
      const checked = checkSearch(endpoint, searchOf(request.url));
      if ('mistake' in checked)
        return problem({
          status: 400,
          title: 'Bad parameter',
          detail: checked.mistake,
          parameter: checked.parameter,
        });
      const url = settings.baseUrl + endpoint.path + checked.search;
      const { outcome, heldSeconds } = await ask(endpoint, url, request);
      if (lists.counts(path, checked.search)) {
        if (outcome.kind === 'answer')
          lists.note(settings.slug, path, checked.search, { ...outcome, heldSeconds });
        else if (isAbsentStatus(outcome.status)) lists.noteAbsent(settings.slug, path);
      }
      if (outcome.kind === 'failure') return answerFailure(outcome, settings.name, path);
      const headers: Record<string, string> = {
        ...outcome.headers,
        'content-type': 'application/json',
        vary: varyByEncoding(outcome.headers['vary']),
        'edgewatch-length': String(outcome.body.byteLength),
        ...apiHeaders,
      };
      if (endpoint.resource === 'status') headers['cache-control'] = 'no-store';
      if (endpoint.resource === 'status' || heldSeconds > 0)
        headers['age'] = String(ageOf({ age: outcome.headers['age'] ?? null }) + Math.floor(heldSeconds));
      const { body } = outcome;
      const encoding = encodingFor(request.headers.get('accept-encoding'), body.byteLength);
      if (encoding === null) return new Response(body, { headers });
      const inFull = encodedHeaders(headers, encoding, body.byteLength);
      if (request.method === 'HEAD') return new Response(null, { headers: inFull });
      const keep = (bytes: number) => readings.addBytes(keyOf(url), outcome, bytes);
      return new Response(await encoded(outcome, body, encoding, keep), { headers: inFull });
    },
    renew: () => void credentials.refresh(),
    async close() {
      await Promise.all([ofLists.destroy(), ofStatus.destroy()]);
    },
  };
}

/**
 * Whether somebody asks for more than what is in hand. `no-cache` says nothing of it: a page sends it with all it asks,
 * to keep its browser's store out.
 */
function wantsAnew({ headers }: Request): boolean {
  return secondsOf(parseCacheControl(headers.get('cache-control')), 'max-age') === 0;
}

/** An upstream's own 4xx and 5xx keep their status, the host's failures are 502 or 504. */
function answerFailure(failure: UpstreamFailure, name: string, path: string): Response {
  const isUpstreams = failure.failure === 'http' || failure.failure === 'refused';
  const own = failure.failure === 'timeout' ? 504 : 502;
  return problem({
    status: isUpstreams ? (failure.status ?? own) : own,
    title: failure.summary,
    detail: failure.detail ?? `${name} gave no usable answer for ${path}.`,
    kind: failure.failure,
    reason: failure.reason,
    headers: failure.headers,
  });
}
