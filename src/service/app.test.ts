import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeResponse } from '#contract/decode/response.ts';
import { type Endpoint, endpoints, isListResource } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import { createServiceApp } from './app.ts';
import { defaultLimit, maximumLimit } from './choices.ts';
import { loadFleet } from './demo/load.ts';
import { openLibsql } from './sql/libsql.ts';
import { insertRows, openStore, type Store } from './store.ts';

const start = Date.parse('2026-11-20T12:00:00Z');

let store: Store;
let app: ReturnType<typeof createServiceApp>;

beforeAll(async () => {
  store = await openStore(openLibsql(':memory:'));
  await loadFleet(store, { seed: 7, scale: 0.5, start });
  app = createServiceApp({ store, city: 'Frankfurt' });
});

afterAll(() => store.close());

interface ListJson {
  readonly object: string;
  readonly data: readonly Record<string, unknown>[];
  readonly pagination: { readonly limit: number; readonly count: number; readonly has_more: boolean };
}

async function list(path: string): Promise<ListJson> {
  const response = await app.request(path);
  expect(response.status).toBe(200);
  // Another test checks that the response has this type.
  return (await response.json()) as ListJson;
}

const lists = endpoints.filter((endpoint) => isListResource(endpoint.resource));
const limited = endpoints.filter((endpoint: Endpoint) => endpoint.parameters.includes('limit'));
const filtered = endpoints.filter((endpoint: Endpoint) => endpoint.parameters.includes('region'));

describe.each(endpoints)('GET $path', (endpoint: Endpoint) => {
  test('the response follows the API document without a finding', async () => {
    const response = await app.request(endpoint.path);
    expect(response.status).toBe(200);
    const answer = decodeResponse(endpoint, parseJson(await response.text()));
    expect(answer.findings).toEqual([]);
  });

  test('the response is JSON with its Cache-Control and allows other origins', async () => {
    const { headers } = await app.request(endpoint.path);
    const chosen = endpoint.resource === 'asset' ? 'public, max-age=60' : 'public, max-age=300';
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe(endpoint.cacheControl ?? chosen);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('Age, Date, ETag');
  });

  test('HEAD returns the same headers and no body', async () => {
    const get = await app.request(endpoint.path);
    const head = await app.request(endpoint.path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect([...head.headers]).toEqual([...get.headers]);
    expect(await head.text()).toBe('');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused with 405', async (method) => {
    const response = await app.request(endpoint.path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('an undocumented parameter is refused with 400 and named', async () => {
    const wrong = ['cursor=1', 'Limit=1', 'limit[]=1'].map((query) => `${endpoint.path}?${query}`);
    for (const name of ['limit', 'region'] as const)
      if (!endpoint.parameters.includes(name)) wrong.push(`${endpoint.path}?${name}=1`);
    for (const path of wrong) {
      const response = await app.request(path);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json()).toMatchObject({
        status: 400,
        parameter: new URLSearchParams(path.split('?')[1]).keys().next().value,
      });
    }
  });
});

describe('the status document', () => {
  test.each(['v1', 'v2'] as const)('%s: version, city, no envelope, no ETag', async (version) => {
    const response = await app.request(`/api/${version}/status`);
    expect(response.headers.get('etag')).toBeNull();
    const document: unknown = await response.json();
    expect(document).toMatchObject({
      status: 'operational',
      version,
      region: 'Frankfurt',
      updated_at: '2026-11-20T12:00:00.000Z',
    });
    expect(document).not.toHaveProperty('object');
    expect(document).not.toHaveProperty('pagination');
  });

  test('lists only the named components of the deployment, in the given order', async () => {
    const storage = createServiceApp({ store, city: 'Milan', components: ['Replication', 'API', 'No such'] });
    expect(await (await storage.request('/api/v2/status')).json()).toMatchObject({
      region: 'Milan',
      components: [{ name: 'Replication' }, { name: 'API' }],
    });
  });
});

describe('limit', () => {
  test.each(limited)('$path: the default limit is 100', async ({ path }) => {
    const { data, pagination } = await list(path);
    expect(pagination.limit).toBe(defaultLimit);
    expect(data.length).toBe(pagination.count);
    expect(pagination.has_more).toBe((await list(`${path}?limit=${maximumLimit}`)).data.length > defaultLimit);
  });

  test.each([
    ['1000', 1_000],
    ['1001', 1_000],
    ['999999999999999999999999', 1_000],
    ['007', 7],
  ])('%s is applied and echoed as %d', async (limit, echoed) => {
    const { data, pagination } = await list(`/api/v2/buckets?limit=${limit}`);
    expect(pagination).toEqual({ limit: echoed, count: echoed, has_more: true });
    expect(data).toHaveLength(echoed);
  });

  test.each(['0', '00', '-1', '+1', '1.0', '1e3', '', ' 1', '1 ', '0x10', 'NaN', '١', 'ten'])(
    '%j is refused with 400 and the parameter name',
    async (value) => {
      const response = await app.request(`/api/v2/buckets?limit=${encodeURIComponent(value)}`);
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ title: 'Bad Request', parameter: 'limit' });
    },
  );

  test.each(['limit=1&limit=1', 'region=fra1&region=fra1', 'limit=1&limit=2'])(
    'a repeated parameter (%s) is refused with 400 and its name',
    async (query) => {
      const response = await app.request(`/api/v2/buckets?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ parameter: query.split('=')[0] });
    },
  );

  test('has_more is true exactly when rows are left, for every limit', async () => {
    const all = (await list('/api/v1/nodes?limit=1000')).data;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000 }), async (limit) => {
        const { data, pagination } = await list(`/api/v1/nodes?limit=${limit}`);
        expect(data).toEqual(all.slice(0, limit));
        expect(pagination).toEqual({ limit, count: data.length, has_more: limit < all.length });
      }),
      { numRuns: 40 },
    );
    const exactly = await list(`/api/v1/nodes?limit=${all.length}`);
    expect(exactly.pagination.has_more).toBe(false);
  });

  test('a region list is complete', async () => {
    const { data, pagination } = await list('/api/v1/regions');
    expect(pagination).toEqual({ limit: maximumLimit, count: data.length, has_more: false });
    expect(data).toEqual((await list('/api/v2/regions')).data);
  });
});

describe('region', () => {
  test.each([
    ['/api/v2/buckets', 'region'],
    ['/api/v1/nodes', 'pop'],
    ['/api/v2/nodes', 'pop'],
  ])('%s lists only rows of that region', async (path, field) => {
    const { data } = await list(`${path}?region=ams1&limit=1000`);
    expect(data.length).toBeGreaterThan(5);
    expect(new Set(data.map((row) => row[field]))).toEqual(new Set(['ams1']));
  });

  test.each(filtered)('$path: the slices of all regions make up the complete list', async ({ path }) => {
    const codes = (await list('/api/v2/regions')).data.map((region) => String(region['code']));
    const parts = await Promise.all(codes.map((code) => list(`${path}?region=${code}&limit=1000`)));
    expect(parts.every((part) => !part.pagination.has_more)).toBe(true);
    const ids = parts.flatMap((part) => part.data.map((row) => String(row['id'])));
    expect(new Set(ids).size).toBe(ids.length);
    const head = (await list(`${path}?limit=1000`)).data.map((row) => String(row['id']));
    expect(head.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test.each(['zzz9', 'FRA1', '', 'fra1%20', '%27%20or%201=1--'])(
    'an unknown region (%j) gives an empty list',
    async (code) => {
      const { data, pagination } = await list(`/api/v2/buckets?region=${code}`);
      expect([data, pagination.count, pagination.has_more]).toEqual([[], 0, false]);
    },
  );

  test('assets can be filtered by region and do not show it', async () => {
    const { data } = await list('/api/v1/assets?region=fra1&limit=3');
    expect(data.map((asset) => Object.keys(asset))).toEqual(
      data.map(() => ['id', 'created_at', 'path', 'bytes', 'cache_status']),
    );
  });
});

test.each(lists.filter((endpoint) => endpoint.resource !== 'region'))(
  '$path is sorted newest first, then by id',
  async ({ path }) => {
    const keys = (await list(path)).data.map((row) => [String(row['created_at']), String(row['id'])] as const);
    const sorted = keys.toSorted((a, b) => b[0].localeCompare(a[0]) || (a[1] < b[1] ? -1 : 1));
    expect(keys).toEqual(sorted);
  },
);

test('regions are sorted by code', async () => {
  const codes = (await list('/api/v1/regions')).data.map((row) => String(row['code']));
  expect(codes).toEqual(codes.toSorted());
});

describe('ETag', () => {
  const paths = ['/api/v2/buckets', '/api/v1/assets?limit=7', '/api/v2/regions'];

  test.each(paths)('%s: a matching If-None-Match gives 304', async (path) => {
    const first = await app.request(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await app.request(path, { headers: { 'if-none-match': condition } });
      expect([condition, again.status, await again.text()]).toEqual([condition, 304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      expect(again.headers.get('access-control-allow-origin')).toBe('*');
    }
    const other = await app.request(path, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  test('a changed list is sent at once, with a new ETag', async () => {
    const before = await app.request('/api/v2/nodes?limit=1');
    const [node] = (await list('/api/v2/nodes?limit=1')).data;
    await store.change(['node'], (statements) =>
      statements.run('update nodes set status = ? where id = ?', ['degraded', String(node?.['id'])]),
    );
    const after = await app.request('/api/v2/nodes?limit=1', {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    });
    expect(after.status).toBe(200);
    expect(await after.text()).toContain('"status":"degraded"');
  });
});

describe('paths', () => {
  test.each([
    '/',
    '/api',
    '/api/v1/buckets',
    '/api/v2/assets',
    '/api/v2/buckets/',
    '/api/v3/status',
    '/api/v2/buckets/bkt_00000000000000',
    '/API/v2/buckets',
    '/api/v2/buckets%2f..%2fregions',
  ])('%s is a 404 problem', async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ type: 'about:blank', status: 404 });
  });

  test('a deployment serves only the endpoints that it offers', async () => {
    const small = createServiceApp({ store, city: 'Oslo', offered: ['/api/v1/status'] });
    const statuses = await Promise.all(
      endpoints.map(async ({ path }) => [path, (await small.request(path)).status]),
    );
    expect(statuses.filter(([, status]) => status === 200)).toEqual([['/api/v1/status', 200]]);
  });
});

test('a failing store gives a 500 problem without internal details', async () => {
  const closed = await openStore(openLibsql(':memory:'));
  await closed.close();
  const response = await createServiceApp({ store: closed, city: 'Oslo' }).request('/api/v2/buckets');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: 'The service could not respond. Try again later.',
  });
});

test('64-bit integers and hostile text arrive exactly as stored', async () => {
  const other = await openStore(openLibsql(':memory:'));
  const name = '</script>"\\\u2028\u0001é😀';
  await other.change(['bucket'], (statements) =>
    insertRows(
      statements,
      'buckets',
      ['id', 'created_at', 'name', 'region', 'objects', 'bytes'],
      [['bkt_00000000000000', 0, name, 'fra1', 9_007_199_254_740_993n, 9_223_372_036_854_775_807n]],
    ),
  );
  const response = await createServiceApp({ store: other, city: 'Oslo' }).request('/api/v2/buckets');
  const text = await response.text();
  expect(text).toContain('"objects":9007199254740993,"bytes":9223372036854775807}');
  expect(JSON.parse(text)).toMatchObject({ data: [{ name, created_at: '1970-01-01T00:00:00.000Z' }] });
  await other.close();
});
