import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UpstreamOutcome } from '../upstream.ts';
import { type CachePolicy, SharedCache, statusPolicy } from './shared-cache.ts';

const answer = (bytes = 0): UpstreamOutcome => ({
  kind: 'answer',
  headersAt: 0,
  headers: {},
  body: { kind: 'plain', bytes: new Uint8Array(bytes) },
});
const failed = (status: number | null): UpstreamOutcome => ({
  kind: 'failure',
  failure: 'http',
  summary: '',
  detail: null,
  status,
  headers: {},
});

describe('cached responses', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function asking(make: () => UpstreamOutcome) {
    const readings = new SharedCache(1024 ** 2);
    const keep = statusPolicy(10_000);
    const ask = vi.fn(() => Promise.resolve(make()));
    return {
      ask,
      read: (anew = false) => readings.read({ owner: 'it', key: 'status', ask, policy: keep, isForced: anew }),
    };
  }

  const aMinute: CachePolicy = () => ({
    freshMilliseconds: 60_000,
    cachedMilliseconds: 60_000,
    mayServeOld: false,
    staleRun: 0,
  });

  it('are served for one period, with growing age', async () => {
    const { ask, read } = asking(answer);
    expect((await read()).cachedSeconds).toBe(0);
    vi.advanceTimersByTime(9_999);
    expect((await read()).cachedSeconds).toBeCloseTo(9.999);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect((await read()).cachedSeconds).toBe(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('leave memory after the period, also without further requests', async () => {
    await asking(answer).read();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([404, 405, 410, 501])('include the absence of an endpoint (%i)', async (status) => {
    const { ask, read } = asking(() => failed(status));
    await read();
    await read();
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('do not include the absence of an endpoint that responded before', async () => {
    let outcome = answer();
    const { ask, read } = asking(() => outcome);
    await read();
    outcome = failed(404);
    vi.advanceTimersByTime(10_000);
    await read();
    await read();
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it.each([500, 503, 401, null])('include no other failure (%s)', async (status) => {
    const { ask, read } = asking(() => failed(status));
    await read();
    await read();
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('count the time that the machine slept', async () => {
    const { ask, read } = asking(answer);
    await read();
    vi.setSystemTime(Date.now() + 6_000);
    expect((await read()).cachedSeconds).toBeCloseTo(6);
    vi.setSystemTime(Date.now() + 6_000);
    expect((await read()).cachedSeconds).toBe(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('do not get younger when the clock is set back', async () => {
    const { ask, read } = asking(answer);
    await read();
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(9_000);
    expect((await read()).cachedSeconds).toBeCloseTo(9);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('are replaced by a forced request, for all viewers', async () => {
    const { ask, read } = asking(answer);
    await read();
    vi.advanceTimersByTime(5_000);
    expect((await read(true)).cachedSeconds).toBe(0);
    vi.advanceTimersByTime(9_000);
    expect((await read()).cachedSeconds).toBeCloseTo(9);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('stay within the memory limit: the oldest is dropped, and half of the limit is too large', async () => {
    const room = 1024 ** 2;
    const readings = new SharedCache(room);
    const asked: string[] = [];
    const read = (key: string, bytes: number) => {
      const ask = () => {
        asked.push(key);
        return Promise.resolve(answer(bytes));
      };
      return readings.read({ owner: 'it', key, ask, policy: aMinute });
    };
    for (const key of ['a', 'b', 'c', 'd']) await read(key, 300_000);
    expect(readings.bytes).toBeLessThanOrEqual(room);
    await read('huge', room / 2);
    for (const key of ['d', 'c', 'b', 'a']) await read(key, 300_000);
    await read('huge', room / 2);
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'huge', 'a', 'huge']);
    vi.advanceTimersByTime(60_000);
    expect(readings.bytes).toBe(0);
  });

  it('are stored once, however many viewers waited', async () => {
    const readings = new SharedCache(1024 ** 2);
    const outcome = answer(1_000);
    const read = () =>
      readings.read({ owner: 'it', key: 'a', ask: () => Promise.resolve(outcome), policy: aMinute });
    await Promise.all([read(), read(), read()]);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(readings.bytes).toBe(0);
  });
});
