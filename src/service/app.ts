/** The service as an HTTP application; its routes are made from the contract's endpoint table. */

import { type Context, Hono } from 'hono';
import { type Endpoint, type EndpointPath, endpoints, isListResource } from '#contract/endpoints.ts';
import { listBody, type Site, statusBody } from './body.ts';
import {
  allowedMethods,
  badParameterStatus,
  maximumLimit,
  otherMethodStatus,
  undocumentedCacheControl,
  unknownPathStatus,
} from './choices.ts';
import { type Answer, KeptAnswers, makeAnswer } from './kept-answers.ts';
import { ParameterError, parseParameters } from './parameters.ts';
import { problemResponse } from './problems.ts';
import type { ListQuery, Store } from './store.ts';

export interface ServiceOptions {
  readonly store: Store;
  /** Name of the city that answers, as status documents say it. */
  readonly city: string;
  /** Paths offered; all ten unless given. */
  readonly offered?: readonly EndpointPath[];
  /** Names of the status document's components, in order; all of the store's unless given. */
  readonly components?: readonly string[];
  /** What is wrong with components here alone; nothing unless given. */
  readonly ongoing?: Site['ongoing'];
}

/** Bytes of bodies kept by one app: some hundred long lists. */
const keptBytes = 16 * 1024 * 1024;

/** The text after `?`, without building a URL object: this runs for every request. */
function queryOf(url: string): string {
  const mark = url.indexOf('?');
  if (mark === -1) return '';
  const fragment = url.indexOf('#', mark);
  return fragment === -1 ? url.slice(mark + 1) : url.slice(mark + 1, fragment);
}

/** Weak comparison of RFC 9110, 13.1.2. */
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

/** Makes the JSON of one endpoint's answer. */
function bodyOf(endpoint: Endpoint, query: ListQuery, store: Store, site: Site): Promise<string> {
  const { resource, version } = endpoint;
  if (!isListResource(resource)) return store.status().then((status) => statusBody(status, site, version));
  return store.list(resource, query).then((page) => listBody(resource, page, query.limit));
}

/** Key of a kept answer: equal for requests that are answered alike, whatever their spelling. */
function questionOf(path: string, { limit, region }: ListQuery): string {
  return region === undefined ? `${path} ${limit}` : `${path} ${limit} ${region}`;
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuseMethod(method: string, path: string): Response {
  return problemResponse(
    otherMethodStatus,
    `${method.slice(0, 20)} is not possible here: ${path} is read only. Use GET.`,
    undefined,
    { allow: allowedMethods },
  );
}

function endpointHandler(endpoint: Endpoint, store: Store, site: Site, kept: KeptAnswers) {
  const { path, resource, parameters } = endpoint;
  const cacheControl = cacheControlOf(endpoint);
  const read = (query: string): ListQuery => {
    const asked = parseParameters(path, query, parameters);
    return resource === 'region' ? { limit: maximumLimit } : asked;
  };
  const plain = read('');
  return (context: Context): Response | Promise<Response> => {
    if (!isRead(context.req.method)) return refuseMethod(context.req.method, path);
    const text = queryOf(context.req.url);
    const query = text === '' ? plain : read(text);
    const question = query === plain ? path : questionOf(path, query);
    // Read before the rows: a change in between makes the answer newer than its revision, never older.
    const revision = store.revision(resource);
    const known = kept.get(question, revision);
    if (known) return respond(known, context);
    return bodyOf(endpoint, query, store, site).then((json) => {
      const answer = makeAnswer(json, cacheControl);
      kept.set(question, revision, answer);
      return respond(answer, context);
    });
  };
}

/**
 * The service on `store`, with routes below `/` (`/api/v2/buckets`).
 * Answers are kept as bytes until their resource changes, so they need no `Age`.
 */
export function createServiceApp(options: ServiceOptions): Hono {
  const { store, city, components, offered, ongoing = [] } = options;
  const app = new Hono();
  const kept = new KeptAnswers(keptBytes);
  for (const endpoint of endpoints) {
    if (offered && !offered.includes(endpoint.path)) continue;
    // One handler for all methods: a second one that matches makes Hono answer through promises.
    app.all(endpoint.path, endpointHandler(endpoint, store, { city, components, ongoing }, kept));
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
      : problemResponse(500, 'The service could not answer. Try again later.'),
  );
  return app;
}
