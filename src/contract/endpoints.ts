/**
 * Table of the ten endpoints in part 4 of the API document. All other code about endpoints derives from it.
 */

import type { ListResource, Resource } from './resources.ts';

/** A query parameter of the API (API document, part 4, rules 1 and 2). */
export type Parameter = 'limit' | 'region';

export type Version = 'v1' | 'v2';

export interface Endpoint {
  readonly path: string;
  readonly version: Version;
  readonly resource: Resource;
  readonly parameters: readonly Parameter[];
  /** `Cache-Control` that the API document states for the endpoint; `null` if it states none. */
  readonly cacheControl: string | null;
}

export const endpoints = [
  {
    path: '/api/v2/buckets',
    version: 'v2',
    resource: 'bucket',
    parameters: ['limit', 'region'],
    cacheControl: 'public, max-age=60',
  },
  {
    path: '/api/v1/assets',
    version: 'v1',
    resource: 'asset',
    parameters: ['limit', 'region'],
    cacheControl: null,
  },
  {
    path: '/api/v2/regions',
    version: 'v2',
    resource: 'region',
    parameters: [],
    cacheControl: 'public, max-age=300',
  },
  { path: '/api/v1/regions', version: 'v1', resource: 'region', parameters: [], cacheControl: null },
  {
    path: '/api/v1/applications',
    version: 'v1',
    resource: 'application',
    parameters: ['limit'],
    cacheControl: 'public, max-age=60',
  },
  {
    path: '/api/v1/nodes',
    version: 'v1',
    resource: 'node',
    parameters: ['limit', 'region'],
    cacheControl: 'public, max-age=60',
  },
  {
    path: '/api/v2/nodes',
    version: 'v2',
    resource: 'node',
    parameters: ['limit', 'region'],
    cacheControl: 'public, max-age=60',
  },
  { path: '/api/v1/status', version: 'v1', resource: 'status', parameters: [], cacheControl: 'no-store' },
  { path: '/api/v2/status', version: 'v2', resource: 'status', parameters: [], cacheControl: 'no-store' },
  {
    path: '/api/v1/events',
    version: 'v1',
    resource: 'event',
    parameters: ['limit'],
    cacheControl: 'public, max-age=60',
  },
] as const satisfies readonly Endpoint[];

type Documented = (typeof endpoints)[number];

export type EndpointPath = Documented['path'];

export type PathOf<R extends Resource> = Extract<Documented, { resource: R }>['path'];

export type ResourceAt<P extends EndpointPath> = Extract<Documented, { path: P }>['resource'];

export const endpointPaths: readonly EndpointPath[] = endpoints.map((endpoint) => endpoint.path);

const byPath: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));

/** Finds the endpoint with exactly this path; `undefined` if there is none. */
export function findEndpoint(path: string): Endpoint | undefined {
  return byPath.get(path);
}

export function isEndpointPath(path: string): path is EndpointPath {
  return byPath.has(path);
}

export function endpointAt(path: EndpointPath): Endpoint {
  const endpoint = byPath.get(path);
  if (!endpoint) throw new Error(`The contract has no endpoint ${path}.`);
  return endpoint;
}

export function isPathOf<R extends Resource>(path: EndpointPath, resource: R): path is PathOf<R> {
  return endpointAt(path).resource === resource;
}

const newestFirst = endpoints
  .toSorted((a, b) => Number(a.version < b.version) - Number(a.version > b.version))
  .map((endpoint) => endpoint.path);

/**
 * Returns the paths that list a resource, newest API version first. The first path is the preferred one (API
 * document, part 9).
 */
export function pathsOf<R extends Resource>(resource: R): readonly PathOf<R>[] {
  return newestFirst.filter((path) => isPathOf(path, resource));
}

export function isListResource(resource: Resource): resource is ListResource {
  return resource !== 'status';
}
