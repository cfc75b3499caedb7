import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endpointPaths } from '#contract/endpoints.ts';
import { answering, problemOf, proxyTo } from '#testing/upstream.ts';

const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';
const json = { 'content-type': 'application/json' };

describe('requests that reach an upstream', () => {
  it('H2 are for the ten documented paths below its base URL', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, json).end(list));
    const ask = proxyTo(upstream, { basePath: '/tenant' });
    for (const path of endpointPaths) expect((await ask(path)).status).toBe(200);
    expect(upstream.paths).toEqual(endpointPaths.map((path) => `/tenant${path}`));
  });

  it('H9 have three headers of the host and none of the browser', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, json).end(list));
    await proxyTo(upstream)('/api/v2/buckets', {
      headers: {
        authorization: 'canary',
        cookie: 'canary=1',
        referer: 'http://canary/',
        'x-forwarded-for': '1.2.3.4',
        'if-none-match': '"x"',
        'x-http-method-override': 'DELETE',
      },
    });
    const { host: _host, connection: _connection, ...headers } = upstream.requests[0]?.headers ?? {};
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'edgewatch',
    });
  });

  it('H3 have the documented limit and region', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, json).end(list));
    await proxyTo(upstream)('/api/v2/buckets?region=fra1&limit=20');
    expect(upstream.paths).toEqual(['/api/v2/buckets?limit=20&region=fra1']);
  });

  it.each([
    '/api/v2/buckets%2f..%2fregions',
    '/api/v2/buckets/',
    '/api/v2//buckets',
    '/api/v2/Buckets',
    '/api/v2/buckets.',
    '/api/v2/buckets;x=1',
    '/api/v2/%62uckets',
    '/api/v3/buckets',
    '/api/v1/buckets',
    '/api/v2/buckets/../regions',
    '/api/v2/buckets%00',
    '/',
    '/metrics',
  ])('H2 are never for %s', async (path) => {
    const upstream = await answering((outgoing) => outgoing.end());
    const response = await proxyTo(upstream)(path);
    // `Request` would resolve the dot segments, so the path is passed separately.
    expect(response.status).toBe(404);
    expect(upstream.paths).toEqual([]);
  });

  it.each(['limit=x', 'limit=1&limit=2', 'limit[]=1', 'cursor=1', 'region=fra1/../x'])(
    'never have ?%s: 400 names the parameter',
    async (search) => {
      const upstream = await answering((outgoing) => outgoing.end());
      const response = await proxyTo(upstream)(`/api/v2/buckets?${search}`);
      expect(response.status).toBe(400);
      expect(await problemOf(response)).toMatchObject({ parameter: search.split('=')[0] });
      expect(upstream.paths).toEqual([]);
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'H4 are never %s: the response is 405 with Allow',
    async (method) => {
      const upstream = await answering((outgoing) => outgoing.end());
      for (const path of ['/api/v2/buckets', '/lists/1']) {
        const response = await proxyTo(upstream)(path, { method });
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toBe('GET, HEAD');
      }
      expect(upstream.paths).toEqual([]);
    },
  );

  it('H13 never come from pages of other sites', async () => {
    const upstream = await answering((outgoing) => outgoing.end());
    const response = await proxyTo(upstream)('/api/v2/buckets', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(upstream.paths).toEqual([]);
  });

  it('H17 are one for a hundred equal ones at the same time', async () => {
    const waiting: ServerResponse[] = [];
    const upstream = await answering((outgoing) => waiting.push(outgoing));
    const ask = proxyTo(upstream);
    const all = Array.from({ length: 100 }, () => ask('/api/v2/buckets'));
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.writeHead(200, json).end(list);
    for (const response of await Promise.all(all)) expect(await response.text()).toBe(list);
    expect(upstream.paths).toHaveLength(1);
  });
});
