import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { control, failing, json, lasting, list, nodes, pass, tag, thenFailing } from '#testing/shared-cache.ts';
import { answering, proxyTo } from '#testing/upstream.ts';

beforeEach(() => {
  // Only this clock is fake, so that the network has real timers.
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('H18 the last good list', () => {
  it.each<[string, (outgoing: ServerResponse) => void]>([
    ['500', failing(500)],
    ['502', failing(502)],
    ['503', failing(503)],
    ['504', failing(504)],
    ['429', failing(429)],
    ['a reset', (outgoing) => outgoing.destroy()],
    ['no answer', () => undefined],
  ])('is served with a mark after %s', async (_, fail) => {
    const { ask } = await thenFailing(fail, { ...lasting, ...tag });
    pass(75);
    const answer = await ask(nodes);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(list);
    const { headers } = answer;
    expect([headers.get('age'), headers.get('cache-control')]).toEqual(['75', 'no-store']);
    const since = Date.now() - Date.parse(headers.get('edgewatch-last-good') ?? '');
    expect(since).toBeGreaterThan(74_000);
    expect(since).toBeLessThan(78_000);
  });

  it.each([401, 403, 404, 405, 410, 501])('is never served after a %i', async (status) => {
    const { ask } = await thenFailing(failing(status));
    pass(75);
    expect((await ask(nodes)).status).toBe(status);
    expect((await ask(nodes)).headers.get('edgewatch-last-good')).toBeNull();
  });

  it.each([
    'no-store, max-age=60',
    'private, max-age=60',
    'max-age=60, must-revalidate',
    'max-age=60, proxy-revalidate',
    's-maxage=60',
    'no-cache',
  ])('is not served if the service forbids it: %s', async (value) => {
    const { ask } = await thenFailing(failing(503), control(value, tag));
    pass(75);
    expect((await ask(nodes)).status).toBe(503);
  });

  it('is served even if it states no lifetime', async () => {
    const { ask } = await thenFailing(failing(503), {});
    expect((await ask(nodes)).headers.get('edgewatch-last-good')).not.toBeNull();
  });

  it('is never served for a status', async () => {
    const { ask } = await thenFailing(failing(503), lasting, '/api/v2/status');
    pass(10);
    const answer = await ask('/api/v2/status');
    expect([answer.status, answer.headers.get('edgewatch-last-good')]).toEqual([503, null]);
  });

  it('states the pause in seconds, if the failure states a date by its own clock', async () => {
    const date = 'Sun, 01 Mar 2020 12:00:00 GMT';
    const retryAt = 'Sun, 01 Mar 2020 12:00:20 GMT';
    const { ask } = await thenFailing(failing(503, { date, 'retry-after': retryAt }));
    pass(600);
    expect((await ask(nodes)).headers.get('retry-after')).toBe('20');
  });

  it('comes with Retry-After, and gives way to the next good response', async () => {
    const { ask, recover } = await thenFailing(failing(503, { 'retry-after': '1' }));
    pass(75);
    expect((await ask(nodes)).headers.get('retry-after')).toBe('1');
    recover();
    pass(1);
    const { headers } = await ask(nodes);
    expect([headers.get('edgewatch-last-good'), headers.get('cache-control')]).toEqual([
      null,
      lasting['cache-control'],
    ]);
  });

  it('is not served to a page that has its own copy and prefers the failure', async () => {
    const { ask } = await thenFailing(failing(503));
    pass(75);
    const accept = 'application/json;q=0.9, application/problem+json';
    expect((await ask(nodes, { headers: { accept } })).status).toBe(503);
    const either = 'application/json, application/problem+json';
    expect((await ask(nodes, { headers: { accept: either } })).status).toBe(200);
  });
});

describe('A65 an earlier response does not come back', () => {
  const forcedRequest = { headers: { 'cache-control': 'max-age=0' } };

  it.each(['no-store', 'private, max-age=60', 'max-age=0'])(
    'after a newer one that must not be cached: %s',
    async (value) => {
      let version = 0;
      const upstream = await answering((outgoing) => {
        version += 1;
        const headers = version === 1 ? control('max-age=3600') : control(value);
        outgoing.writeHead(200, { ...json, ...headers }).end(`[${version}]`);
      });
      const ask = proxyTo(upstream);
      await ask(nodes);
      expect(await (await ask(nodes, forcedRequest)).text()).toBe('[2]');
      expect(await (await ask(nodes)).text()).toBe('[3]');
    },
  );

  it.each([401, 403, 404, 405, 410, 501])('after a %i', async (status) => {
    const { ask } = await thenFailing(failing(status), control('max-age=3600'));
    expect((await ask(nodes, forcedRequest)).status).toBe(status);
    expect((await ask(nodes)).status).toBe(status);
  });

  it('but stays if a forced request fails', async () => {
    const { ask, upstream } = await thenFailing(failing(503), control('max-age=3600'));
    const forced = await ask(nodes, forcedRequest);
    expect(forced.headers.get('edgewatch-last-good')).not.toBeNull();
    const plain = await ask(nodes);
    expect([plain.status, plain.headers.get('edgewatch-last-good')]).toEqual([200, null]);
    expect(upstream.requests).toHaveLength(2);
  });
});
