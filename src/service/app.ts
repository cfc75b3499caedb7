/** The reference service as a Hono application. Its routes come from the contract's endpoint table. */

import { type Context, Hono } from 'hono';
import {
  type Endpoint,
  type EndpointPath,
  endpoints,
  isListResource,
  type Version,
} from '#contract/endpoints.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { ListResource } from '#contract/resources.ts';
import { importedStatusBody, listBody, type Site, statusBody } from './body.ts';
import { type Answer, makeResponse, ResponseCache } from './cached-responses.ts';
import {
  allowedMethods,
  badParameterStatus,
  maximumLimit,
  otherMethodStatus,
  undocumentedCacheControl,
  unknownPathStatus,
} from './choices.ts';
import { type Imported, type ImportedStatus, importedPaths } from './imports.ts';
import { ParameterError, parseParameters } from './parameters.ts';
import { problemResponse } from './problems.ts';
import type { ListPage, ListQuery, Store } from './store.ts';

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

type OwnHeaders = Answer['headers'];

const noHeaders: OwnHeaders = {};

/**
 * Returns headers that mark an imported status document as stale, since nothing confirms it (RFC 9111, section 5.1;
 * RFC 7234, section 5.5.1). Without them, a host would take it for the present state. `Date` fits the age, as in a
 * stored copy: a present `Date` beside an old document would look like a wrong clock.
 */
function staleHeaders({ updated_at }: ImportedStatus): OwnHeaders {
  const warning = '110 - "Response is Stale"';
  const updated = updated_at === null ? null : parseTimestamp(updated_at);
  if (updated === null || updated > Date.now()) return { age: '0', warning };
  const age = Math.floor((Date.now() - updated) / 1000);
  return { age: String(age), date: new Date(updated).toUTCString(), warning };
}

/** @param own - headers of this response, beside those that are cached */
function respond(answer: Answer, context: Context, own: OwnHeaders): Response {
  if (answer.etag !== null) {
    const condition = context.req.header('if-none-match');
    if (condition !== undefined && matches(condition, answer.etag)) {
      const { 'content-type': _type, 'content-length': _length, ...headers } = answer.headers;
      return new Response(null, { status: 304, headers: { ...headers, ...own } });
    }
  }
  return new Response(answer.bytes, { status: 200, headers: { ...answer.headers, ...own } });
}

function cacheControlOf(endpoint: Endpoint): string {
  const value = endpoint.cacheControl ?? undocumentedCacheControl[endpoint.resource];
  if (value === undefined) throw new Error(`No Cache-Control is chosen for ${endpoint.path}.`);
  return value;
}

/** The data of a service. */
interface Source {
  readonly store: Store;
  /** Writes the body of the status document. */
  readonly status: (version: Version) => Promise<string>;
  /** What was imported into the store; `null` if a program filled it. */
  readonly imported: Imported | null;
}

/**
 * Returns whether a page of an imported list has to state further rows, because the import does not have them.
 * Of a region without rows, nothing shows that it has any.
 */
function mayHaveMore(
  resource: ListResource,
  { rows }: ListPage,
  { region }: ListQuery,
  imported: Imported | null,
): boolean {
  const claim = imported?.lists.get(resource);
  if (region === undefined) return claim === 'at-least' || (claim === 'known-regions' && rows.length > 0);
  return claim === 'at-least' && rows.length > 0;
}

async function bodyOf(
  endpoint: Endpoint,
  query: ListQuery,
  { store, status, imported }: Source,
): Promise<string> {
  const { resource, version } = endpoint;
  if (!isListResource(resource)) return status(version);
  const page = await store.list(resource, query);
  const hasMore = page.hasMore || mayHaveMore(resource, page, query, imported);
  return listBody(resource, { ...page, hasMore }, query.limit);
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

function endpointHandler(endpoint: Endpoint, source: Source, cache: ResponseCache) {
  const { path, resource, parameters } = endpoint;
  const { store, imported } = source;
  const cacheControl = cacheControlOf(endpoint);
  const read = (query: string): ListQuery => {
    const parsed = parseParameters(path, query, parameters);
    if (parsed.region !== undefined && resource === 'asset' && imported?.hasUnplacedAssets === true)
      throw new ParameterError(
        'region',
        'Assets cannot be filtered by region here: they were imported without regions.',
      );
    return resource === 'region' ? { limit: maximumLimit } : parsed;
  };
  const plain = read('');
  const document = resource === 'status' ? imported?.status : null;
  const ownHeaders = (): OwnHeaders => (document ? staleHeaders(document) : noHeaders);
  return (context: Context): Response | Promise<Response> => {
    if (!isRead(context.req.method)) return refuseMethod(context.req.method, path);
    const text = queryOf(context.req.url);
    const query = text === '' ? plain : read(text);
    const cacheKey = query === plain ? path : cacheKeyOf(path, query);
    // Read the revision before the rows. A change in between makes the response newer than its revision,
    // never older.
    const revision = store.revision(resource);
    const cached = cache.get(cacheKey, revision);
    if (cached) return respond(cached, context, ownHeaders());
    return bodyOf(endpoint, query, source).then((json) => {
      const answer = makeResponse(json, cacheControl);
      cache.set(cacheKey, revision, answer);
      return respond(answer, context, ownHeaders());
    });
  };
}

/**
 * Creates a service with routes below `/` (`/api/v2/buckets`). Responses are cached as bytes until their
 * resource changes, so they need no `Age`, except for an imported status document.
 */
function createApp(source: Source, offered: readonly EndpointPath[] | undefined): Hono {
  const app = new Hono();
  const cache = new ResponseCache(maximumCacheBytes);
  for (const endpoint of endpoints) {
    if (offered && !offered.includes(endpoint.path)) continue;
    // One handler for all methods: a second matching handler makes Hono answer through promises.
    app.all(endpoint.path, endpointHandler(endpoint, source, cache));
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

/** Creates the service on a store that a program fills, such as the demo. */
export function createServiceApp(options: ServiceOptions): Hono {
  const { store, city, components, offered, ongoing = [] } = options;
  const site: Site = { city, components, ongoing };
  const status = async (version: Version) => statusBody(await store.status(), site, version);
  return createApp({ store, status, imported: null }, offered);
}

/**
 * Creates the service on a store that was filled by imports. It does not offer what was never imported: an
 * empty list would state that there is nothing.
 */
export function createImportedApp(store: Store, imported: Imported): Hono {
  const status = async (version: Version) => {
    if (imported.status) return importedStatusBody(imported.status, version);
    throw new Error('No status document was imported.');
  };
  return createApp({ store, status, imported }, importedPaths(imported));
}
