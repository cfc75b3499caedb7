/** A deployment elsewhere: ten paths, two parameters, GET only. Everything else ends here. */

import { type Endpoint, findEndpoint } from '../contract/endpoints.ts';
import type { RequestLimits } from '../contract/host.ts';
import { type HostedDeployment, searchOf } from './deployment.ts';
import { checkSearch } from './parameters.ts';
import { Pauses } from './pauses.ts';
import { methodNotAllowed, notFound, problem } from './problem.ts';
import { apiHeaders } from './security-headers.ts';
import type { ProxiedSettings } from './settings.ts';
import { SingleFlight } from './single-flight.ts';
import { type AgedOutcome, StatusReadings } from './status-readings.ts';
import { askUpstream, openConnections, type UpstreamFailure, type UpstreamOutcome } from './upstream.ts';

export interface ProxyOptions {
  readonly settings: ProxiedSettings;
  readonly limits: RequestLimits;
  readonly pollSeconds: number;
}

export function createProxiedDeployment({ settings, limits, pollSeconds }: ProxyOptions): HostedDeployment {
  const connections = openConnections(limits);
  const flights = new SingleFlight<UpstreamOutcome>();
  const pauses = new Pauses();
  const readings = new StatusReadings(pollSeconds * 1000);

  async function ask(endpoint: Endpoint, search: string, signal?: AbortSignal): Promise<AgedOutcome> {
    const url = settings.baseUrl + endpoint.path + search;
    const fly = () =>
      pauses.keep(url, () =>
        flights.run(url, (cancel) => askUpstream(connections, url, limits, cancel), signal),
      );
    if (endpoint.resource === 'status') return readings.read(endpoint.path, fly);
    return { outcome: await fly(), heldSeconds: 0 };
  }

  return {
    slug: settings.slug,
    name: settings.name,
    shownUrl: settings.baseUrl,
    demo: false,
    words: settings.words,
    places: settings.places,
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
      const { outcome, heldSeconds } = await ask(endpoint, checked.search, request.signal);
      if (outcome.kind === 'failure') return answerFailure(outcome, settings.name, path);
      const headers: Record<string, string> = {
        ...outcome.headers,
        'content-type': 'application/json',
        ...apiHeaders,
      };
      if (endpoint.resource === 'status') {
        headers['cache-control'] = 'no-store';
        headers['age'] = String(sentAge(outcome.headers['age']) + Math.floor(heldSeconds));
      }
      return new Response(outcome.body, { headers });
    },
    close: () => connections.destroy(),
  };
}

/** Seconds in an `Age` that an upstream sent; one that cannot be read counts nothing. */
function sentAge(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
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
    headers: failure.headers,
  });
}
