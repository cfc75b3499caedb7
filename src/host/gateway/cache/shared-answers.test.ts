/** Number of requests that many viewers cost an upstream, and the ages of the responses that they get. */

import type { OutgoingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, proxyTo } from '#testing/upstream.ts';
import { SharedCache } from './shared-cache.ts';

const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';
const nodes = '/api/v2/nodes';
const lasting = { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' };

const asPage = { headers: { 'cache-control': 'no-cache', pragma: 'no-cache' } };

beforeEach(() => {
  // Only this clock is fake, so that the network has real timers.
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function answeringWith(headers: OutgoingHttpHeaders, body: string | (() => string) = list) {
  return answering((outgoing) =>
    outgoing.writeHead(200, headers).end(typeof body === 'string' ? body : body()),
  );
}

function pass(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1000);
}

describe('a list', () => {
  it('costs one request per lifetime, for any number of viewers', async () => {
    let version = 0;
    const upstream = await answeringWith(lasting, () => {
      version += 1;
      return `{"version":${version}}`;
    });
    const ask = proxyTo(upstream);
    for (let second = 0; second < 180; second += 1) {
      const response = await ask(nodes, asPage);
      expect(await response.json()).toEqual({ version: Math.floor(second / 60) + 1 });
      pass(1);
    }
    expect(upstream.paths).toHaveLength(3);
  });

  it('is served with its age and its own headers', async () => {
    const upstream = await answeringWith({ ...lasting, age: '7', etag: '"a"', vary: 'accept-encoding' });
    const ask = proxyTo(upstream);
    const first = await ask(nodes);
    expect(first.headers.get('age')).toBe('7');
    pass(40.9);
    const second = await ask(nodes);
    expect(second.headers.get('age')).toBe('47');
    for (const name of ['cache-control', 'date', 'etag', 'vary', 'content-type'])
      expect(second.headers.get(name), name).toBe(first.headers.get(name));
    expect(await second.text()).toBe(list);
    pass(12.1);
    expect((await ask(nodes)).headers.get('age')).toBe('7');
    expect(upstream.paths).toHaveLength(2);
  });

  it('has no Age header if it was requested just now', async () => {
    const upstream = await answeringWith(lasting);
    expect((await proxyTo(upstream)(nodes)).headers.get('age')).toBeNull();
  });

  it.each([
    ['no-store', { 'cache-control': 'no-store, max-age=600' }],
    ['private', { 'cache-control': 'private, max-age=600' }],
    ['no-cache', { 'cache-control': 'no-cache, max-age=600' }],
    ['no lifetime', { 'cache-control': undefined }],
    ['Vary: *', { vary: '*' }],
  ])('is requested each time if it was sent with %s', async (_, headers) => {
    const upstream = await answeringWith(
      Object.fromEntries(Object.entries({ ...lasting, ...headers }).filter(([, value]) => value !== undefined)),
    );
    const ask = proxyTo(upstream);
    for (let viewer = 0; viewer < 3; viewer += 1) await (await ask(nodes)).text();
    expect(upstream.paths).toHaveLength(3);
  });

  it('that arrives older than its lifetime costs one request per retry pause, for any number of viewers', async () => {
    const upstream = await answeringWith({ ...lasting, age: '600' });
    const ask = proxyTo(upstream);
    for (let seconds = 0; seconds < 35; seconds += 1) {
      await Promise.all(Array.from({ length: 30 }, () => ask(nodes)));
      pass(1);
    }
    expect(upstream.paths).toHaveLength(3);
    expect((await ask(nodes)).headers.get('age')).toBe('600');
    pass(39);
    expect((await ask(nodes)).headers.get('age')).toBe('639');
  });

  it('is cached per parameters, in any order', async () => {
    const upstream = await answeringWith(lasting);
    const ask = proxyTo(upstream);
    for (const search of ['', '?limit=5', '?region=fra1', '?limit=5&region=fra1', '?region=fra1&limit=5'])
      await ask(nodes + search);
    expect(upstream.paths).toEqual([
      nodes,
      `${nodes}?limit=5`,
      `${nodes}?region=fra1`,
      `${nodes}?limit=5&region=fra1`,
    ]);
  });

  it('is not shared between deployments with the same address', async () => {
    const upstream = await answeringWith(lasting);
    const readings = new SharedCache(1024 ** 2);
    await proxyTo(upstream, { readings, slug: 'one' })(nodes);
    await proxyTo(upstream, { readings, slug: 'two' })(nodes);
    expect(upstream.paths).toHaveLength(2);
  });

  it('is requested again for a forced request, and then served to all', async () => {
    const upstream = await answeringWith(lasting);
    const ask = proxyTo(upstream);
    await ask(nodes);
    pass(30);
    const anew = await ask(nodes, { headers: { 'cache-control': 'max-age=0' } });
    expect(anew.headers.get('age')).toBeNull();
    pass(40);
    expect((await ask(nodes)).headers.get('age')).toBe('40');
    expect(upstream.paths).toHaveLength(2);
  });
});

it.each([
  ['a failure', 503, list],
  ['that it is not offered', 404, list],
  ['half a document', 200, list.slice(0, 40)],
  ['a web page', 200, '<title>Log in</title>'],
  ['one that is nested too deep', 200, '['.repeat(100) + ']'.repeat(100)],
])('%s is not cached, whatever lifetime it states', async (_, status, body) => {
  const upstream = await answering((outgoing) => outgoing.writeHead(status, lasting).end(body));
  const ask = proxyTo(upstream);
  for (let viewer = 0; viewer < 3; viewer += 1) expect((await ask(nodes)).ok).toBe(false);
  expect(upstream.paths).toHaveLength(3);
});

it('a status document is requested once per poll period, and served with no-store', async () => {
  const upstream = await answeringWith({ ...lasting, 'cache-control': 'public, max-age=3600' });
  const ask = proxyTo(upstream);
  const anew = { headers: { 'cache-control': 'max-age=0' } };
  const ages: (string | null)[] = [];
  for (let second = 0; second < 20; second += 4) {
    const { headers } = await ask('/api/v2/status', anew);
    expect(headers.get('cache-control')).toBe('no-store');
    ages.push(headers.get('age'));
    pass(4);
  }
  expect(ages).toEqual(['0', '4', '8', '0', '4']);
  expect(upstream.paths).toHaveLength(2);
});
