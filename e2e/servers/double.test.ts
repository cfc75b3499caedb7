import { afterEach, describe, expect, test } from 'vitest';
import { allPaths, type Double, type DoubleOptions, defaultOffered, startDouble } from './double.ts';

const started: Double[] = [];

async function double(options?: DoubleOptions): Promise<Double> {
  const server = await startDouble(options);
  started.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

async function request({ url }: Double, path: string) {
  const response = await fetch(url + path);
  const text = await response.text();
  return { response, text };
}

async function body(server: Double, path: string) {
  const parsed: unknown = JSON.parse((await request(server, path)).text);
  const data: unknown = Reflect.get(Object(parsed), 'data');
  return {
    data: Array.isArray(data) ? data.map((row: unknown) => ({ ...Object(row) })) : [],
    pagination: Reflect.get(Object(parsed), 'pagination'),
  };
}

describe('the double follows the API document', () => {
  test('serves six v1 endpoints, or the ones it is given', async () => {
    const server = await double();
    for (const path of allPaths)
      expect((await request(server, path)).response.status).toBe(defaultOffered.includes(path) ? 200 : 404);
    const all = await double({ offered: allPaths });
    for (const path of allPaths) expect((await request(all, path)).response.status).toBe(200);
  });

  test('has pages of 10 by default and 50 at most, and states whether there is more', async () => {
    const server = await double();
    expect((await body(server, '/api/v1/nodes')).pagination).toStrictEqual({
      limit: 10,
      count: 10,
      has_more: true,
    });
    expect((await body(server, '/api/v1/nodes?limit=500')).pagination).toMatchObject({
      limit: 50,
      has_more: true,
    });
    expect((await body(server, '/api/v1/events?limit=50')).pagination).toMatchObject({
      count: 14,
      has_more: false,
    });
  });

  test('filters by region', async () => {
    const { data } = await body(await double(), '/api/v1/nodes?region=opo1&limit=50');
    expect(data).toHaveLength(10);
    expect(new Set(data.map((row) => row.pop))).toStrictEqual(new Set(['opo1']));
  });

  test('sends the same bytes on every start', async () => {
    const [first, second] = await Promise.all([double(), double()]);
    const path = '/api/v1/assets?limit=50';
    expect((await request(first, path)).text).toBe((await request(second, path)).text);
  });

  test('serves below a base path and uses its own clock', async () => {
    const now = Date.UTC(2030, 0, 2, 3, 4, 5);
    const server = await double({ basePath: '/tenant/one', now: () => now });
    const { response, text } = await request(server, '/api/v1/status');
    expect(response.headers.get('date')).toBe('Wed, 02 Jan 2030 03:04:05 GMT');
    expect(text).toContain('"updated_at":"2030-01-02T03:04:05Z"');
    expect((await fetch(new URL('/api/v1/status', server.url))).status).toBe(404);
  });
});

describe('an override', () => {
  const path = '/api/v1/events';

  test('changes status, headers and body until it is cleared', async () => {
    const server = await double();
    server.set(path, { status: 503, headers: { 'Retry-After': '7', 'Cache-Control': null }, body: 'no' });
    const { response, text } = await request(server, path);
    expect([response.status, response.headers.get('retry-after'), text]).toStrictEqual([503, '7', 'no']);
    expect(response.headers.has('cache-control')).toBe(false);
    server.clear(path);
    expect((await request(server, path)).response.status).toBe(200);
  });

  test('edits the documented body', async () => {
    const server = await double();
    server.set(path, { edit: (sent) => ({ ...sent, data: [] }) });
    expect((await body(server, path)).data).toStrictEqual([]);
  });

  test('holds a response until the override changes', async () => {
    const server = await double();
    server.set(path, { hold: true });
    const pending = request(server, path);
    await expect.poll(() => server.log.length).toBe(1);
    server.set(path, { status: 500 });
    expect((await pending).response.status).toBe(500);
  });

  test.each(['before', 'midway'] as const)('drops the connection %s the response', async (drop) => {
    const server = await double();
    server.set(path, { drop });
    await expect(request(server, path)).rejects.toThrow(TypeError);
  });
});

test('every request is logged with path, query and headers', async () => {
  const server = await double({ basePath: '/x' });
  await fetch(`${server.url}/api/v1/nodes?limit=1`, { headers: { 'x-probe': 'yes' } });
  expect(server.log).toMatchObject([
    { method: 'GET', path: '/api/v1/nodes', query: '?limit=1', headers: { 'x-probe': 'yes' } },
  ]);
});
