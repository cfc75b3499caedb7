import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeConfig } from '#contract/decode/config.ts';
import { endpointPaths } from '#contract/endpoints.ts';
import { defaultVerdictSettings } from '#contract/host.ts';
import { block, deployment, host } from '#testing/embedded-host.ts';
import { ListNotes } from '../gateway/list-notes.ts';
import { noHistory } from '../history/history.ts';
import { pageDeployment, routedPath } from './app.ts';
import { embeddedNames } from './embedding/embedding.ts';

describe.each(['', '/ops', '/a/b'])('addresses below base path %j', (basePath) => {
  const { ask } = host({ basePath });

  it.each([
    '/',
    '/handover',
    '/wall',
    '/first',
    '/first/',
    '/first/regions/fra1',
    '/first/nodes/a%2Fb',
    '/unknown/events',
  ])('%s serves the app, uncached', async (path) => {
    const response = await ask(basePath + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain(` src="${basePath}/assets/main-1.js"`);
  });

  it.each(['/config.json', '/config.json/'])('%s serves the configuration', async (path) => {
    const response = await ask(basePath + path);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(decodeConfig(await response.json())).toEqual({
      pollSeconds: 10,
      // One second longer than the host's own limit.
      limits: { headersMilliseconds: 16_000, totalMilliseconds: 31_000, maximumBodyBytes: 32 * 1024 ** 2 },
      deployments: ['first', 'old'].map((slug) => ({
        slug,
        name: slug.toUpperCase(),
        baseUrl: `deployments/${slug}`,
        shownUrl: `deployments/${slug}`,
        demo: true,
        words: { green: 'ok' },
        places: {},
        verdict: defaultVerdictSettings,
      })),
    });
  });

  it.each([
    ['/deployments/old/api/v1/nodes?limit=3', 'old', '/api/v1/nodes?limit=3'],
    ['/deployments/old/api/v1/nodes/', 'old', '/api/v1/nodes'],
    ['/deployments/first/api/v1/nodes', 'first', '/api/v1/nodes'],
    ['/api/v1/nodes?limit=3', 'first', '/api/v1/nodes?limit=3'],
    ['/api/v1/nodes/', 'first', '/api/v1/nodes'],
  ])('%s requests %s for %s', async (target, slug, asked) => {
    const response = await ask(basePath + target);
    expect(await response.json()).toMatchObject({ slug, asked });
  });

  it.each(['/healthz', '/readyz', '/readyz/'])('%s reports health', async (path) => {
    expect((await ask(basePath + path)).status).toBe(200);
  });
});

it.each([
  ['the recorder starts', null, { recording: false, reason: null }],
  ['it records', { recording: true, reason: null }, { recording: true, reason: null }],
  [
    'another host has the folder',
    { recording: false, reason: 'locked' },
    { recording: false, reason: 'locked' },
  ],
] as const)('/readyz has an object for the recorder while %s', async (_, state, recorder) => {
  const { ask } = host({ history: { ...noHistory, state } });
  expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'ready', recorder });
});

it('an absent endpoint is 200 for clients that accept problem documents', async () => {
  const { ask } = host();
  const target = '/deployments/old/api/v2/status';
  expect((await ask(target, { headers: { accept: 'application/json' } })).status).toBe(404);
  const headers = { accept: 'application/json, application/problem+json' };
  expect((await ask(target, { headers, method: 'POST' })).status).toBe(404);
  const reported = await ask(target, { headers });
  expect([reported.status, reported.headers.get('content-type')]).toEqual([200, 'application/problem+json']);
  expect(await reported.json()).toMatchObject({ status: 404 });
});

it('a past response that is not recorded is 200 for clients that accept problem documents', async () => {
  const refused = { status: 404, headers: { 'content-type': 'application/problem+json' }, body: null };
  const { ask } = host({ history: { ...noHistory, ask: async () => refused } });
  const headers = { accept: 'application/json, application/problem+json' };
  const statuses = ['/history/old/at/2026-11-23T03:00:00Z/api/v2/status', '/history/old/spans'].map(
    async (path) => (await ask(path, { headers })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404]);
});

it('the host serves the tallies of its documents to pages that stay open', async () => {
  const lists = new ListNotes();
  lists.noteAbsent('first', '/api/v2/nodes');
  const { ask } = host({ lists });
  const response = await ask('/config/tallies.json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const tallies: unknown = await response.json();
  expect(tallies).toMatchObject([{ slug: 'first', path: '/api/v2/nodes', tally: null }]);
  expect(block(await (await ask('/')).text(), 'tallies')).toEqual(tallies);
});

it('the document of a page has the known limits of its lists alone', async () => {
  const lists = new ListNotes();
  for (const path of ['/api/v2/nodes', '/api/v2/buckets'] as const)
    lists.noteLimit('first', path, '?limit=1000');
  const { ask } = host({ lists });
  const limitsAt = async (path: string) => block(await (await ask(path)).text(), 'limits');
  const nodes = { 'first /api/v2/nodes': 1000 };
  const both = { ...nodes, 'first /api/v2/buckets': 1000 };
  expect(await limitsAt('/first/nodes')).toEqual(nodes);
  expect(await limitsAt('/first')).toEqual(both);
  for (const path of ['/', '/first/events', '/first/wall', '/old/nodes'])
    expect(await limitsAt(path)).toBeUndefined();
});

describe('addresses that do not exist', () => {
  const { ask } = host({ basePath: '/ops' });

  it.each([
    '/',
    '/opsx',
    '/config.json',
    '/ops/.env',
    '/ops/.git/config',
    '/ops/first/.env',
    '/ops/first/nodes/.git/config',
    '/ops/%2e%2e/x',
    '/ops/..%2fpackage.json',
    '/ops/first//x',
    '/ops/first//',
    '/ops//first',
    '/ops/first/%00',
    '/ops/first/a%5c..%5cb',
    '/ops/index.html',
    '/ops/files.json',
    '/ops/main-1.js',
    '/ops/assets',
    '/ops/assets/',
    '/ops/assets/nothing.js',
    '/ops/assets/main-1.js.map',
    '/ops/assets/main-1.js.br',
    '/ops/assets/../favicon.svg.gz',
    '/ops/deployments',
    '/ops/deployments/nobody/api/v2/status',
    '/ops/deployments/__proto__/api/v2/status',
    '/ops/Upper',
  ])('%s is 404, as a problem document', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  it('name the base path, for a proxy that removes it', async () => {
    expect(await (await ask('/first/regions')).json()).toMatchObject({
      detail: 'Edgewatch is below /ops/; a proxy in front of it must pass paths unchanged.',
    });
  });

  it('serve only built files and documents, for any path', async () => {
    const segment = fc.oneof(
      fc.constantFrom('..', '.', '%2e%2e', '..%2f', '%5c', '%00', '.env', 'assets', 'first', '', '%c0%ae'),
      fc.webPath(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 5 }), async (segments) => {
        const response = await ask(`/ops/${segments.join('/')}`);
        if (response.status !== 200) expect(response.status).toBe(404);
        else expect(response.headers.get('content-type')).toMatch(/^(?:text\/html|application\/json)/);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE2'])('%s is not allowed', async (method) => {
    const paths = ['', '/first', '/config.json', '/assets/main-1.js', '/deployments/none/lists/1', '/lists/1'];
    for (const path of paths.map((below) => `/ops${below}`)) {
      const response = await ask(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
    }
  });
});

describe('files of the app', () => {
  const { ask } = host();

  it.each([
    ['br, gzip', 'br', 'br'],
    ['gzip, deflate', 'gzip', 'gz'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gz'],
    ['identity', null, 'plain'],
    ['', null, 'plain'],
  ])('are sent for Accept-Encoding %j as %s', async (accepted, encoding, body) => {
    const response = await ask('/assets/main-1.js', { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toBe(body);
  });

  it.each([
    ['/assets/main-1.js', 'public, max-age=31536000, immutable'],
    ['/favicon.svg?v=digest', 'public, max-age=31536000, immutable'],
    ['/favicon.svg?v=other', 'no-cache'],
    ['/favicon.svg', 'no-cache'],
  ])('%s has Cache-Control %s', async (target, cacheControl) => {
    expect((await ask(target)).headers.get('cache-control')).toBe(cacheControl);
  });

  it('are 304 for a client that has them', async () => {
    const response = await ask('/favicon.svg', { headers: { 'if-none-match': 'W/"x", "digest"' } });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
  });

  it('are described to HEAD', async () => {
    const response = await ask('/favicon.svg', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('H12 security headers', () => {
  const api = "default-src 'none'; frame-ancestors 'none'; sandbox";

  it.each([
    [
      '/',
      /^default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[\w+/=]+'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker$/,
    ],
    ['/favicon.svg', /^default-src 'none'; script-src 'self'; style-src 'self'; /],
    ['/config.json', api],
    ['/openapi.json', api],
    ['/nothing.js', api],
  ])('of %s are strict', async (path, policy) => {
    const { headers } = await host().ask(path);
    expect(headers.get('content-security-policy')).toMatch(policy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });
});

describe('H19 an unexpected error', () => {
  it('becomes a 500 that shows only the id of its log line', async () => {
    const broken = {
      ...deployment('broken'),
      answer: () => {
        throw new Error('secret');
      },
    };
    const { ask, reported } = host({ deployments: [broken] });
    const response = await ask('/api/v2/status');
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(body).not.toContain('secret');
    expect(reported).toEqual([expect.stringContaining(/as ([\w-]+)\./.exec(body)?.[1] ?? 'no id')]);
  });
});

describe('the description of the API', () => {
  it('has the ten endpoints, for each deployment, and their history', async () => {
    const described: unknown = await (await host().ask('/openapi.json')).json();
    expect(described).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
      servers: [{ url: 'deployments/first' }, { url: 'deployments/old' }],
      paths: {
        '/api/v2/buckets': {
          get: {
            parameters: [{ name: 'limit' }, { name: 'region', schema: { pattern: '^[a-z]{3}\\d$' } }],
            responses: { 200: { headers: { 'Cache-Control': { description: '`public, max-age=60`' } } } },
          },
        },
        '/api/v2/status': { get: { parameters: [] } },
      },
      components: {
        schemas: { Bucket: { properties: { bytes: { type: 'integer' } } }, Status: {}, Event: {} },
      },
    });
    const paths = Object.keys((described as { paths: object }).paths);
    expect(paths.filter((path) => path.startsWith('/api/'))).toEqual(endpointPaths);
    expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual([
      '/history',
      '/history/changes',
      '/history/handover',
      ...[
        '',
        '/sight',
        '/spans',
        '/since',
        '/strips',
        '/changes',
        '/series',
        '/levels',
        '/growth',
        '/handover',
        '/report',
        '/outages.csv',
        '/notes',
        '/notes/{id}/withdraw',
      ].map((name) => `/history/{deployment}${name}`),
      ...endpointPaths
        .filter((path) => path !== '/api/v1/assets')
        .map((path) => `/history/{deployment}/at/{time}${path}`),
      ...embeddedNames.flatMap((name) => [`/${name}`, `/deployments/{deployment}/${name}`]),
    ]);
    expect(described).toMatchObject({
      paths: {
        '/history/{deployment}/notes': {
          get: {},
          post: { requestBody: { content: { 'application/json': { schema: { required: ['text'] } } } } },
        },
      },
    });
  });
});

describe('paths', () => {
  it.each([
    ['http://h/x', '', '/x'],
    ['http://h/x/?a=/b/', '', '/x'],
    ['http://h/x//', '', '/x//'],
    ['http://h/ops', '/ops', '/'],
    ['http://h/ops/', '/ops', '/'],
    ['http://h/ops/x#/y', '/ops', '/x'],
    ['http://h/ops%2Fx', '/ops', '/ '],
  ])('%s below %j is routed as %j', (url, basePath, path) => {
    expect(routedPath(url, basePath)).toBe(path);
  });

  it.each([
    ['/', ''],
    ['/wall', ''],
    ['/handover', ''],
    ['/first', 'first'],
    ['/first/wall', 'first'],
    ['/assets', null],
    ['/api', null],
    ['/First', null],
    ['/favicon.ico', null],
    ['/first/nodes/.hidden', 'first'],
    ['/first/regions/%2Efra1', 'first'],
    ['/first/nodes/..', null],
    ['/first/nodes/.%2e', null],
    ['/first/nodes/..%2F..', null],
    ['/first/nodes/./x', null],
    ['/first/nodes/.git/config', null],
    ['/first/.env', null],
  ])('%s is a page of %j', (path, slug) => {
    expect(pageDeployment(path)).toBe(slug);
  });
});
