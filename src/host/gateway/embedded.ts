/** Serves an embedded deployment: the reference service in this process, which any origin may read. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { isAbsentStatus } from '#contract/failure.ts';
import { LruCache } from '#domain/lists/lru-cache.ts';
import { encoded, encodedHeaders, encodingFor } from '../http/compression.ts';
import { acceptsProblem } from '../http/problem.ts';
import { type GatewayRequest, type HostedDeployment, searchOf } from './deployment.ts';
import type { ListNotes } from './list-notes.ts';

/** Maximum number of cached compressed responses, by `ETag`. The longest take some 40 kB each. */
const mostCached = 64;

/** Minimum time in milliseconds between two notes of the same path and query. */
const notePause = 1_000;

export interface EmbeddedService {
  readonly slug: string;
  readonly name: string;
  fetch(request: Request): Response | Promise<Response>;
}

export function createEmbeddedDeployment(
  service: EmbeddedService,
  options: Pick<HostedDeployment, 'slug' | 'words' | 'verdict' | 'maximumItems'>,
  lists: ListNotes,
): HostedDeployment {
  const responses = new LruCache<object>(mostCached);
  const answer = (request: Request, path: string) => service.fetch(atRoot(request, path));
  /** Monotonic milliseconds of the last note of a list, by path and query. */
  const notedAt = new Map<string, number>();
  /**
   * Returns whether to note a response: at most once a second. There may be tens of thousands of requests per
   * second, and reading a response costs more than serving it.
   */
  const isDue = (pathAndQuery: string) => {
    const now = performance.now();
    if (now - (notedAt.get(pathAndQuery) ?? Number.NEGATIVE_INFINITY) < notePause) return false;
    if (notedAt.size >= mostCached) notedAt.clear();
    notedAt.set(pathAndQuery, now);
    return true;
  };
  const noteAndServe = async (request: Request, path: EndpointPath) => {
    const response = await answer(request, path);
    if (request.method !== 'GET') return response;
    const { slug } = options;
    const search = searchOf(request.url);
    if (isAbsentStatus(response.status)) lists.noteAbsent(slug, path);
    if (response.status !== 200) return response;
    if (acceptsProblem(request)) lists.noteLimit(slug, path, search);
    const headers = Object.fromEntries(response.headers);
    const isKnown = lists.isKnown(slug, path, headers['etag'] ?? null);
    const body = isKnown ? null : new Uint8Array(await response.arrayBuffer());
    lists.note(slug, path, search, { body, headers, heldSeconds: 0 });
    return body ? new Response(body, response) : response;
  };
  return {
    ...options,
    name: service.name,
    shownUrl: `deployments/${options.slug}`,
    demo: true,
    places: {},
    async answer(given, path) {
      const request = requestOf(given);
      const search = searchOf(request.url);
      const isNoted = lists.counts(path, search) && isDue(path + search);
      const response = await (isNoted ? noteAndServe(request, path) : answer(request, path));
      const accepted = request.headers.get('accept-encoding');
      if (accepted === null || response.status !== 200) return response;
      const bytes = Number(response.headers.get('content-length') ?? 0);
      const encoding = encodingFor(accepted, bytes);
      if (encoding === null) return response;
      const headers = encodedHeaders(Object.fromEntries(response.headers), encoding, bytes);
      if (request.method === 'HEAD') return new Response(null, { headers });
      const etag = response.headers.get('etag');
      const cacheKey = etag === null ? {} : responses.take(etag, () => ({}));
      const body = new Uint8Array(await response.arrayBuffer());
      return new Response(await encoded(cacheKey, body, encoding), { headers });
    },
    renew: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Returns a request of the observer, which has no header but `Accept`, as a `Request`. */
function requestOf(given: GatewayRequest): Request {
  if (given instanceof Request) return given;
  const { url, method, headers, signal } = given;
  return new Request(url, { method, headers: { accept: headers.get('accept') ?? '*/*' }, signal });
}

/**
 * Returns the request with an address relative to the service's root. A proxy object, because a second
 * `Request` is slow to build.
 */
function atRoot(request: Request, path: string): Request {
  const { url } = request;
  const search = searchOf(url);
  const authorityEnd = url.indexOf('/', url.indexOf('//') + 2);
  const address = `${url.slice(0, authorityEnd)}${path}${search}`;
  if (address === url) return request;
  return new Proxy(request, {
    get(target, key) {
      if (key === 'url') return address;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
