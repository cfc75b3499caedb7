/** Responses that a shared cache in front of the host may serve to all viewers (docs/operate/cdn.md). */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appOf } from '#testing/host.ts';
import { pass } from '#testing/shared-cache.ts';
import { answering, proxyTo } from '#testing/upstream.ts';
import type { Drawing } from '../drawing/drawer.ts';
import { sharedControl } from './shared-responses.ts';

const statusPath = '/deployments/it/api/v2/status';
const document = { status: 'operational', version: 'v2', region: 'x', updated_at: null, components: [] };

const drawing: Drawing = {
  draw: async ({ path }) => ({ markup: `<p>rendered ${path}</p>`, styles: '' }),
  close: async () => undefined,
};

async function hostWith(body: object = document, headers: Readonly<Record<string, string>> = {}) {
  const upstream = await answering((outgoing) =>
    outgoing
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
      .end(JSON.stringify(body)),
  );
  const app = appOf([proxyTo(upstream).deployment], '', { sharedCache: true, drawing });
  return { upstream, get: async (path: string, init?: RequestInit) => app.request(path, init) };
}

describe('the lifetime of a shared response', () => {
  it.each([
    [undefined, 2],
    [10, 2],
    [1.4, 2],
    [0.3, 1],
    [0, 1],
    [-5, 1],
  ])('with %j s left is %j s, and none for browsers', (left, seconds) => {
    expect(sharedControl(left)).toBe(`public, max-age=0, s-maxage=${seconds}`);
  });
});

describe('a shared status', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [0, 2],
    [7, 2],
    [9, 1],
  ])(
    'of which %j s have passed is shared for %j s and states its age where no cache subtracts it',
    async (age, seconds) => {
      const date = new Date(Date.now()).toUTCString();
      const { get, upstream } = await hostWith();
      await get(statusPath);
      pass(age);
      const { headers } = await get(statusPath);
      expect(upstream.paths).toHaveLength(1);
      expect(headers.get('cache-control')).toBe(`public, max-age=0, s-maxage=${seconds}`);
      expect([headers.get('age'), headers.get('edgewatch-age')]).toEqual([null, String(age)]);
      // `Date` counts as age in some caches. Without it, the server sets its own.
      expect([headers.get('date'), headers.get('edgewatch-date')]).toEqual([null, date]);
      expect(headers.get('edgewatch-served')).toBe(new Date().toISOString());
    },
  );

  it.each([
    ['short', 10, null],
    ['long', 5_000, 'accept-encoding'],
  ])('that is %s varies by nothing needless, whatever the service states', async (_name, length, vary) => {
    const { get } = await hostWith({ ...document, region: 'x'.repeat(length) }, { vary: 'origin, cookie' });
    expect((await get(statusPath)).headers.get('vary')).toBe(vary);
  });
});

describe('a failure of the service', () => {
  const failing = async (status: number, headers: Readonly<Record<string, string>> = {}) => {
    const upstream = await answering((outgoing) => outgoing.writeHead(status, headers).end('{}'));
    return appOf([proxyTo(upstream).deployment], '', { sharedCache: true });
  };
  const accept = 'application/json, application/problem+json';

  it.each([
    [404, 200, 2],
    [410, 200, 2],
    [501, 200, 2],
    [500, 500, 1],
    [503, 503, 1],
  ])(
    'with status %i is %i for a page and shared for %i s, for equal `Accept`',
    async (status, sent, seconds) => {
      const app = await failing(status);
      for (const path of [statusPath, '/deployments/it/api/v2/nodes']) {
        const response = await app.request(path, { headers: { accept } });
        const { headers } = response;
        expect(response.status).toBe(sent);
        expect(headers.get('cache-control')).toBe(`public, max-age=0, s-maxage=${seconds}`);
        expect(headers.get('vary')).toBe('accept');
      }
    },
  );

  it.each([
    ['states a pause', 503, { 'retry-after': '5' }, {}],
    ['is a refusal', 403, {}, {}],
    ['is a limit', 429, {}, {}],
    ['is about the request, not the service', 500, {}, { 'sec-fetch-site': 'cross-site' }],
  ])('is not shared if it %s', async (_name, status, headers, sent) => {
    const app = await failing(status, headers);
    const response = await app.request(statusPath, { headers: { accept, ...sent } });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a shared document', () => {
  const viewers: readonly Readonly<Record<string, string>>[] = [
    {},
    { cookie: 'edgewatch-theme=dark; edgewatch-order=own' },
    { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36', 'sec-ch-ua-mobile': '?1' },
    { 'accept-language': 'de', accept: 'text/html', referer: 'https://other.test/' },
  ];

  it.each(['/', '/it', '/it/nodes', '/wall'])('at %s is the same for all viewers', async (path) => {
    const { get } = await hostWith();
    await get(path);
    const pages = await Promise.all(
      viewers.map(async (headers) => {
        const response = await get(path, { headers });
        const sent = [...response.headers].filter(([name]) => name !== 'edgewatch-served');
        return JSON.stringify([sent, (await response.text()).replace(/"\d{4}-[^"]*Z"/, '')]);
      }),
    );
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).not.toContain('set-cookie');
    expect(pages[0]).not.toContain('data-theme="light"');
  });

  it('has the theme of its address', async () => {
    const { get } = await hostWith();
    expect(await (await get('/it?theme=light')).text()).toContain('data-theme="light"');
  });

  it('states the time of the host, in whole seconds rounded down', async () => {
    const { get } = await hostWith();
    const before = Date.now();
    const [, served = ''] = /id="served">"([^"]*)"/.exec(await (await get('/it')).text()) ?? [];
    expect(served).toMatch(/T\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(served)).toBeGreaterThan(before - 1_000 - 10);
    expect(Date.parse(served)).toBeLessThanOrEqual(Date.now());
  });

  it('is not shared if it has the prefix of a proxy, which any client can send', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200).end('{}'));
    const app = appOf([proxyTo(upstream).deployment], '', { sharedCache: true });
    const response = await app.request('/it', {}, { prefix: '/evil' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toContain('id="served"');
  });
});
