import { expect, test } from 'vitest';
import { endpointAt, endpoints, findEndpoint, isEndpointPath, pathsOf } from './endpoints.ts';

/** The table of endpoints in part 4 of the API document. */
const documented = `
GET /api/v2/buckets | limit region | public, max-age=60
GET /api/v1/assets | limit region | see below
GET /api/v2/regions | none | public, max-age=300
GET /api/v1/regions | none | see below
GET /api/v1/applications | limit | public, max-age=60
GET /api/v1/nodes | limit region | public, max-age=60
GET /api/v2/nodes | limit region | public, max-age=60
GET /api/v1/status | none | no-store
GET /api/v2/status | none | no-store
GET /api/v1/events | limit | public, max-age=60`;

test('the endpoint table equals part 4 of the API document', () => {
  const table = endpoints.map(
    ({ path, parameters, cacheControl }) =>
      `GET ${path} | ${parameters.join(' ') || 'none'} | ${cacheControl ?? 'see below'}`,
  );
  expect(table).toStrictEqual(documented.trim().split('\n'));
});

test('the version is the prefix of the path (part 9)', () => {
  for (const { path, version } of endpoints) expect(path.startsWith(`/api/${version}/`)).toBe(true);
});

test('pathsOf returns the newest version first', () => {
  expect(pathsOf('node')).toStrictEqual(['/api/v2/nodes', '/api/v1/nodes']);
  expect(pathsOf('status')).toStrictEqual(['/api/v2/status', '/api/v1/status']);
  expect(pathsOf('bucket')).toStrictEqual(['/api/v2/buckets']);
});

test.each(['/api/v2/assets', '/api/v2/buckets/', '/API/v2/buckets', 'api/v2/buckets', '', '__proto__'])(
  '%j is not an endpoint',
  (path) => {
    expect(findEndpoint(path)).toBeUndefined();
    expect(isEndpointPath(path)).toBe(false);
  },
);

test('findEndpoint finds an endpoint by its exact path', () => {
  expect(findEndpoint('/api/v1/events')?.resource).toBe('event');
  expect(endpointAt('/api/v2/status').version).toBe('v2');
});
