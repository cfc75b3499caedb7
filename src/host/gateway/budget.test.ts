import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, problemOf, proxyTo } from '#testing/upstream.ts';
import { Budget } from './budget.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const json = { 'content-type': 'application/json' };
const list = '{"object":"list","data":[]}';

it('the budget covers any 60 s, not clock minutes', () => {
  const budget = new Budget(3);
  const waits = [0, 20, 20, 10, 9, 1, 0].map((seconds) => {
    vi.advanceTimersByTime(seconds * 1000);
    return budget.wait();
  });
  expect(waits).toEqual([0, 0, 0, 10, 1, 0, 20]);
});

it('a request can leave part of the budget free for others', () => {
  const budget = new Budget(10);
  const sent = Array.from({ length: 10 }, () => budget.wait(4)).filter((seconds) => seconds === 0);
  expect(sent).toHaveLength(6);
  for (let others = 0; others < 4; others += 1) expect(budget.wait()).toBe(0);
  expect([budget.wait(), budget.wait(4)]).toEqual([60, 60]);
  vi.advanceTimersByTime(60_000);
  expect(budget.wait(4)).toBe(0);
});

describe('the budget of a deployment', () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, index) => `/api/v2/buckets?limit=${index + 1}`);

  it('is 240 requests a minute; beyond it the response is 503 with Retry-After and nothing is sent', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, json).end(list));
    const ask = proxyTo(upstream);
    for (const page of pages(240)) expect((await ask(page)).status).toBe(200);
    vi.advanceTimersByTime(20_000);
    const over = await ask('/api/v2/nodes');
    expect([over.status, over.headers.get('retry-after')]).toEqual([503, '40']);
    expect(await problemOf(over)).toMatchObject({
      kind: 'http',
      title: expect.stringContaining('240 requests a minute'),
    });
    expect(upstream.requests).toHaveLength(240);
    expect((await ask('/api/v2/status')).status).toBe(200);
    vi.advanceTimersByTime(40_000);
    expect((await ask('/api/v2/nodes')).status).toBe(200);
  });

  it('leaves half to viewers: requests of low priority wait, and one log line reports it', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, json).end(list));
    const lines: string[] = [];
    const ask = proxyTo(upstream, { budget: 20, report: (line) => lines.push(line) });
    const regions = Array.from({ length: 9 }, (_, index) => `/api/v2/nodes?region=aaa${index}`);
    const slices = await Promise.all(regions.map((path) => ask(path, {}, 'low')));
    expect(slices.map(({ status }) => status)).toEqual([200, 200, 503, 503, 503, 503, 503, 503, 503]);
    expect(slices.at(-1)?.headers.get('edgewatch-budget')).toBe('used-up');
    for (let tenth = 0; tenth < 5; tenth += 1) {
      vi.advanceTimersByTime(10_000);
      await Promise.all(regions.map((path) => ask(`${path}&limit=${tenth + 1}`, {}, 'low')));
    }
    expect(upstream.requests).toHaveLength(10);
    for (const page of pages(10)) expect((await ask(page)).status).toBe(200);
    expect(upstream.requests).toHaveLength(20);
    expect(lines).toEqual([expect.stringContaining('observer for single regions wait')]);
    const over = await Promise.all(pages(20).map((page) => ask(`${page}1`)));
    expect(over.every(({ status }) => status === 503)).toBe(true);
    expect(lines).toHaveLength(2);
  });

  it('is per deployment, does not count cached responses, and never makes the host serve an old list', async () => {
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, 'cache-control': 'max-age=10' }).end(list),
    );
    const [ask, other] = [proxyTo(upstream, { budget: 1 }), proxyTo(upstream, { budget: 1 })];
    for (let viewer = 0; viewer < 3; viewer += 1) expect((await ask('/api/v2/nodes')).status).toBe(200);
    expect((await other('/api/v2/nodes')).status).toBe(200);
    vi.advanceTimersByTime(10_000);
    expect((await ask('/api/v2/nodes')).status).toBe(503);
  });
});
