/**
 * Permissions in the headers of each kind of response, for caches between viewers and the host
 * (docs/operate/caches.md).
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { begin, dataFolder, gated, preparePassword, right } from '#testing/gated.ts';
import { contextOf, exampleRecord } from '#testing/history/history-responses.ts';
import { appOf, exchange, listeningHost } from '#testing/host.ts';
import { answering, proxyTo } from '#testing/upstream.ts';
import { addWallLink } from '../access/wall-links.ts';
import { noHistory } from '../history/history.ts';
import { respond } from '../history/responses/respond.ts';
import type { HostOptions } from '../routes/app.ts';
import { type StaticFiles, serveFile } from './static-files.ts';

beforeAll(preparePassword);

const token = 'a-token-of-24-characters';
const list = `{"object":"list","data":[],"more":"${'x'.repeat(2_000)}"}`;
const listHeaders = { 'cache-control': 'public, max-age=60', etag: '"abc"' };

async function deploymentWith(status: number, headers: Readonly<Record<string, string>>) {
  const upstream = await answering((outgoing) =>
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(list),
  );
  return proxyTo(upstream).deployment;
}

const history: HostOptions['history'] = {
  ...noHistory,
  state: { recording: true, reason: null },
  ask: async (asked) => respond({ ...asked, visible: null }, contextOf(exampleRecord())),
};

type Get = (path: string, init?: RequestInit) => Promise<Response>;
type Who = 'open' | 'shared' | 'viewer' | 'stranger';

/**
 * Four hosts of one deployment: without access control, the same with `sharedCache`, for a logged-in viewer, and for an
 * unauthenticated viewer.
 */
async function hosts(status = 200, headers = listHeaders): Promise<Record<Who, Get>> {
  const deployment = await deploymentWith(status, headers);
  const options = { deployments: [deployment], history };
  const guarded = gated({ ...options, proxy: true, metricsToken: token });
  const open = appOf(options.deployments, '', { history });
  const shared = appOf(options.deployments, '', { history, sharedCache: true });
  return {
    shared: async (path, init) => shared.request(path, init),
    open: async (path, init) => open.request(path, init),
    viewer: (path, init) =>
      guarded.ask(
        path,
        { ...init, headers: { 'x-user': 'a', ...Object.fromEntries(new Headers(init?.headers)) } },
        { peer: '10.0.0.5' },
      ),
    stranger: (path, init) => guarded.ask(path, init),
  };
}

const api = '/deployments/it/api';
const forTwoSeconds = 'public, max-age=0, s-maxage=2';
const encoding = { 'accept-encoding': 'gzip' };

describe.each<[Who, string, string, string | null, string | null]>([
  ['open', '/', 'no-store', 'accept-encoding', null],
  ['open', '/it/nodes', 'no-store', 'accept-encoding', null],
  ['open', '/wall', 'no-store', 'accept-encoding', null],
  ['open', '/config.json', 'no-store', null, null],
  ['open', '/openapi.json', 'no-store', null, null],
  ['open', '/healthz', 'no-store', null, null],
  ['open', '/readyz', 'no-store', null, null],
  ['open', '/metrics', 'no-store', 'accept-encoding', null],
  ['open', '/assets/no-such.js', 'no-store', null, null],
  ['open', '/deployments/no-such/api/v2/nodes', 'no-store', null, null],
  ['open', `${api}/v2/nodes?limit=x`, 'no-store', null, null],
  ['open', `${api}/v2/status`, 'no-store', 'accept-encoding', 'W/"abc"'],
  ['open', `${api}/v2/nodes`, 'public, max-age=60', 'accept-encoding', 'W/"abc"'],
  ['open', '/history', 'public, max-age=2', 'accept-encoding', '"'],
  ['open', '/history/edge/sight', 'public, max-age=', 'accept-encoding', 'W/"'],
  ['open', '/history/edge/handover', 'public, max-age=2', 'accept, accept-encoding', 'W/"'],
  ['open', '/history/edge/no-such', 'no-store', null, null],
  ['shared', '/', forTwoSeconds, 'accept-encoding', null],
  ['shared', '/it/nodes', forTwoSeconds, 'accept-encoding', null],
  ['shared', '/wall', forTwoSeconds, 'accept-encoding', null],
  ['shared', '/config.json', forTwoSeconds, null, null],
  ['shared', `${api}/v2/status`, forTwoSeconds, 'accept-encoding', 'W/"abc"'],
  ['shared', '/api/v1/status', forTwoSeconds, 'accept-encoding', 'W/"abc"'],
  ['shared', `${api}/v2/nodes`, 'public, max-age=60', 'accept-encoding', 'W/"abc"'],
  ['shared', '/config/tallies.json', 'no-store', null, null],
  ['shared', '/openapi.json', 'no-store', null, null],
  ['shared', '/readyz', 'no-store', null, null],
  ['shared', '/metrics', 'no-store', 'accept-encoding', null],
  ['shared', '/assets/no-such.js', 'no-store', null, null],
  ['shared', `${api}/v2/nodes?limit=x`, 'no-store', null, null],
  ['shared', `${api}/v2/status?limit=1`, 'no-store', null, null],
  ['viewer', '/', 'private, no-store', 'accept-encoding, cookie', null],
  ['viewer', '/config.json', 'private, no-store', 'cookie', null],
  ['viewer', `${api}/v2/status`, 'private, no-store', 'accept-encoding, cookie', 'W/"abc"'],
  ['viewer', `${api}/v2/nodes`, 'private, max-age=60', 'accept-encoding, cookie', 'W/"abc"'],
  ['viewer', '/history/edge/sight', 'private, max-age=', 'accept-encoding, cookie', 'W/"'],
  ['viewer', '/history/edge/handover', 'private, max-age=2', 'accept, accept-encoding, cookie', 'W/"'],
  ['viewer', '/deployments/no-such/api/v2/nodes', 'private, no-store', 'cookie', null],
  ['stranger', '/', 'no-store', null, null],
  ['stranger', '/login', 'no-store', null, null],
  ['stranger', '/wall?key=no-such', 'no-store', null, null],
  ['stranger', '/config.json', 'no-store', null, null],
  ['stranger', `${api}/v2/nodes`, 'no-store', null, null],
  ['stranger', '/history/edge/sight', 'no-store', null, null],
  ['stranger', '/metrics', 'no-store', null, null],
])('%s: %s', (who, path, cacheControl, vary, etag) => {
  it(`is ${cacheControl}`, async () => {
    const { [who]: get } = await hosts();
    const { headers } = await get(path, { headers: encoding });
    const stated = headers.get('cache-control') ?? '';
    expect(cacheControl.endsWith('=') ? stated.slice(0, cacheControl.length) : stated).toBe(cacheControl);
    expect(headers.get('vary')).toBe(vary);
    expect(headers.get('etag')?.slice(0, etag?.length) ?? null).toBe(etag);
  });

  it('allows caches no more in a 304', async () => {
    const { [who]: get } = await hosts();
    const first = await get(path, { headers: encoding });
    const tag = first.headers.get('etag');
    // The host confirms no tag of a status: each response states its own age.
    if (tag === null || cacheControl.endsWith('no-store') || path.endsWith('/status')) return;
    const second = await get(path, { headers: { ...encoding, 'if-none-match': tag } });
    expect(second.status).toBe(304);
    for (const name of ['cache-control', 'vary'])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
  });
});

describe('a response that no cache may store', () => {
  it('is every failure, also one to which the service gives a lifetime', async () => {
    const { open } = await hosts(503, { 'cache-control': 'public, max-age=3600', etag: '"abc"' });
    const response = await open(`${api}/v2/nodes`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
  });

  it('is every absent endpoint, also as 200 for a page', async () => {
    const { open } = await hosts(404, { 'cache-control': 'public, max-age=3600', etag: '"abc"' });
    const response = await open(`${api}/v2/nodes`, { headers: { accept: 'application/problem+json' } });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('is every response that sets or removes a cookie', async () => {
    const folder = dataFolder();
    const key = addWallLink(folder, 'lobby', [], new Date(begin));
    const { guess, logIn, ask } = gated({ folder });
    const cookie = await logIn();
    const responses = [
      await guess(right),
      await ask('/logout', { method: 'POST', headers: { cookie } }),
      await ask(`/wall?key=${key}`),
      await guess('wrong'),
    ];
    expect(responses.map(({ headers }) => headers.get('cache-control'))).toEqual(Array(4).fill('no-store'));
  });
});

describe('a built file', () => {
  const text = (content: string) => new TextEncoder().encode(content);
  const files: StaticFiles = new Map(
    ['assets/main-1.js', 'favicon.svg'].map((path) => [
      path,
      {
        type: 'text/javascript',
        digest: 'digest',
        content: text('plain'),
        encoded: new Map([
          ['br', () => text('br')],
          ['gzip', () => text('gz')],
        ]),
      },
    ]),
  );
  const get = (path: string, headers: Readonly<Record<string, string>>, search = '') =>
    serveFile(files, path, search, new Headers(headers));

  it.each([
    ['assets/main-1.js', '', 'public, max-age=31536000, immutable'],
    ['favicon.svg', '?v=digest', 'public, max-age=31536000, immutable'],
    ['favicon.svg', '?v=other', 'no-cache'],
    ['favicon.svg', '', 'no-cache'],
  ])('%s%s is %s', (path, search, cacheControl) => {
    const { headers } = get(path, {}, search);
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual([cacheControl, 'accept-encoding']);
  });

  it('has a tag per encoding, and no tag confirms another encoding', async () => {
    const accepted = ['', 'gzip', 'br', 'gzip, br'];
    const tags = accepted.map((each) => get('favicon.svg', { 'accept-encoding': each }).headers.get('etag'));
    expect(tags).toEqual(['"digest"', '"digest-gzip"', '"digest-br"', '"digest-br"']);
    for (const [index, each] of accepted.entries())
      for (const tag of tags) {
        const again = get('favicon.svg', { 'accept-encoding': each, 'if-none-match': tag ?? '' });
        expect([again.status, again.headers.get('etag')]).toEqual([
          tag === tags[index] ? 304 : 200,
          tags[index],
        ]);
      }
  });
});

describe('Edgewatch-Served', () => {
  it("is in every response but immutable files, with the host's time", async () => {
    const port = await listeningHost([await deploymentWith(200, listHeaders)]);
    const served = async (path: string) => {
      const text = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      return /^edgewatch-served: (.*)\r$/m.exec(text)?.[1];
    };
    for (const path of ['/', '/config.json', `${api}/v2/status`, `${api}/v2/nodes`, '/no-such']) {
      const before = Date.now();
      const time = Date.parse((await served(path)) ?? '');
      // The header has whole seconds.
      expect(time, path).toBeGreaterThan(before - 1_000);
      expect(time, path).toBeLessThanOrEqual(Date.now());
    }
    expect(await served('/assets/main-1.js')).toBeUndefined();
  });
});
