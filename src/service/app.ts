/** The reference service as a Hono application. Its routes come from the contract's endpoint table. */

import { type Context, Hono } from 'hono';
import { type Endpoint, type EndpointPath, endpoints, isListResource } from '#contract/endpoints.ts';
import { listBody, type Site, statusBody } from './body.ts';
import { type Answer, makeResponse, ResponseCache } from './cached-responses.ts';
import {
  allowedMethods,
  badParameterStatus,
  maximumLimit,
  otherMethodStatus,
  undocumentedCacheControl,
  unknownPathStatus,
} from './choices.ts';
import { ParameterError, parseParameters } from './parameters.ts';
import { problemResponse } from './problems.ts';
import type { ListQuery, Store } from './store.ts';

export interface ServiceOptions {
  readonly store: Store;
  readonly city: string;
  /** Paths of the endpoints that the service offers. Default: all ten. */
  readonly offered?: readonly EndpointPath[];
  /** Component names of the status document, in order. Default: all components of the store. */
  readonly components?: readonly string[];
  readonly ongoing?: Site['ongoing'];
}

/** Maximum bytes of memory for cached bodies of one app: some hundred long lists. */
const maximumCacheBytes = 16 * 1024 * 1024;

/** Returns the text of a URL after `?`. Builds no URL object, because this runs for every request. */
function queryOf(url: string): string {
  const mark = url.indexOf('?');
  if (mark === -1) return '';
  const fragment = url.indexOf('#', mark);
  return fragment === -1 ? url.slice(mark + 1) : url.slice(mark + 1, fragment);
}

/** Returns whether `If-None-Match` contains a tag, by weak comparison (RFC 9110, section 13.1.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function respond(answer: Answer, context: Context): Response {
  if (answer.etag !== null) {
    const condition = context.req.header('if-none-match');
    if (condition !== undefined && matches(condition, answer.etag)) {
      const { 'content-type': _type, 'content-length': _length, ...headers } = answer.headers;
      return new Response(null, { status: 304, headers });
    }
  }
  return new Response(answer.bytes, { status: 200, headers: answer.headers });
}

function cacheControlOf(endpoint: Endpoint): string {
  const value = endpoint.cacheControl ?? undocumentedCacheControl[endpoint.resource];
  if (value === undefined) throw new Error(`No Cache-Control is chosen for ${endpoint.path}.`);
  return value;
}

function bodyOf(endpoint: Endpoint, query: ListQuery, store: Store, site: Site): Promise<string> {
  const { resource, version } = endpoint;
  if (!isListResource(resource)) return store.status().then((status) => statusBody(status, site, version));
  return store.list(resource, query).then((page) => listBody(resource, page, query.limit));
}

/** Returns a cache key that is equal for requests with the same response, however they are spelled. */
function cacheKeyOf(path: string, { limit, region }: ListQuery): string {
  return region === undefined ? `${path} ${limit}` : `${path} ${limit} ${region}`;
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuseMethod(method: string, path: string): Response {
  return problemResponse(
    otherMethodStatus,
    `${method.slice(0, 20)} is not supported: ${path} is read-only. Use GET.`,
    undefined,
    { allow: allowedMethods },
  );
}

function endpointHandler(endpoint: Endpoint, store: Store, site: Site, cache: ResponseCache) {
  const { path, resource, parameters } = endpoint;
  const cacheControl = cacheControlOf(endpoint);
  const read = (query: string): ListQuery => {
    const parsed = parseParameters(path, query, parameters);
    return resource === 'region' ? { limit: maximumLimit } : parsed;
  };
  const plain = read('');
  return (context: Context): Response | Promise<Response> => {
    if (!isRead(context.req.method)) return refuseMethod(context.req.method, path);
    const text = queryOf(context.req.url);
    const query = text === '' ? plain : read(text);
    const cacheKey = query === plain ? path : cacheKeyOf(path, query);
    // Read the revision before the rows. A change in between makes the response newer than its revision,
    // never older.
    const revision = store.revision(resource);
    const cached = cache.get(cacheKey, revision);
    if (cached) return respond(cached, context);
    return bodyOf(endpoint, query, store, site).then((json) => {
      const answer = makeResponse(json, cacheControl);
      cache.set(cacheKey, revision, answer);
      return respond(answer, context);
    });
  };
}

/**
 * Creates the service on `store`, with routes below `/` (`/api/v2/buckets`). Responses are cached as bytes
 * until their resource changes, so they need no `Age`.
 */
export function createServiceApp(options: ServiceOptions): Hono {
  const { store, city, components, offered, ongoing = [] } = options;
  const app = new Hono();
  const cache = new ResponseCache(maximumCacheBytes);
  for (const endpoint of endpoints) {
    if (offered && !offered.includes(endpoint.path)) continue;
    // One handler for all methods: a second matching handler makes Hono answer through promises.
    app.all(endpoint.path, endpointHandler(endpoint, store, { city, components, ongoing }, cache));
  }
  app.notFound((context) =>
    problemResponse(
      unknownPathStatus,
      `Nothing is offered at ${context.req.path.slice(0, 100)}. Check the path and its version prefix.`,
    ),
  );
  app.onError((error) =>
    error instanceof ParameterError
      ? problemResponse(badParameterStatus, error.message, error.parameter)
      : problemResponse(500, 'The service could not respond. Try again later.'),
  );
  return app;
}
