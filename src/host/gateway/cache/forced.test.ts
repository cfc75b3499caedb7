import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, lasting, list, nodes, pass } from '#testing/shared-cache.ts';
import { answering, proxyTo } from '#testing/upstream.ts';

beforeEach(() => {
  // Only this clock is fake, so that the network has real timers.
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('A64 a forced request', () => {
  const forcedRequest = { headers: { 'cache-control': 'max-age=0' } };

  it('goes through once in 5 s per address; other viewers get the newest response', async () => {
    let version = 0;
    const upstream = await answering((outgoing) => {
      version += 1;
      outgoing.writeHead(200, { ...json, ...lasting }).end(`[${version}]`);
    });
    const ask = proxyTo(upstream);
    for (const expected of ['[1]', '[1]'])
      expect(await (await ask(nodes, forcedRequest)).text()).toBe(expected);
    await ask('/api/v2/buckets', forcedRequest);
    pass(4.9);
    expect(await (await ask(nodes, forcedRequest)).text()).toBe('[1]');
    pass(0.1);
    expect(await (await ask(nodes, forcedRequest)).text()).toBe('[3]');
    expect(upstream.requests).toHaveLength(3);
  });

  it('sent too early gets 429 if nothing is cached', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, json).end(list));
    const ask = proxyTo(upstream);
    await ask(nodes, forcedRequest);
    pass(2);
    const refused = await ask(nodes, forcedRequest);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await ask(nodes)).status).toBe(200);
    expect(upstream.requests).toHaveLength(2);
  });

  it('joins a request that is under way', async () => {
    const waiting: ServerResponse[] = [];
    const upstream = await answering((outgoing) => waiting.push(outgoing));
    const ask = proxyTo(upstream);
    const both = [ask(nodes, forcedRequest), ask(nodes, forcedRequest), ask(nodes)];
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.writeHead(200, json).end(list);
    for (const answer of await Promise.all(both)) expect(answer.status).toBe(200);
    expect(upstream.requests).toHaveLength(1);
  });
});
