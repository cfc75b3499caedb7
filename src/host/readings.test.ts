import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StatusReadings } from './status-readings.ts';
import type { UpstreamOutcome } from './upstream.ts';

const answer = (): UpstreamOutcome => ({ kind: 'answer', headers: {}, body: new Uint8Array() });
const failed = (status: number | null): UpstreamOutcome => ({
  kind: 'failure',
  failure: 'http',
  summary: '',
  detail: null,
  status,
  headers: {},
});

describe('status readings', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function asking(make: () => UpstreamOutcome) {
    const readings = new StatusReadings(10_000);
    const ask = vi.fn(() => Promise.resolve(make()));
    return { ask, read: () => readings.read('/api/v2/status', ask) };
  }

  it('are held for one period from the question, growing older', async () => {
    const { ask, read } = asking(answer);
    expect((await read()).heldSeconds).toBe(0);
    vi.advanceTimersByTime(9_999);
    expect((await read()).heldSeconds).toBeCloseTo(9.999);
    expect(ask).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect((await read()).heldSeconds).toBe(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('leave memory when the period is over, also where nobody asks again', async () => {
    await asking(answer).read();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([404, 405, 410, 501])('hold that an endpoint is not offered (%i)', async (status) => {
    const { ask, read } = asking(() => failed(status));
    await read();
    await read();
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('do not hold it of one that had answered', async () => {
    let outcome = answer();
    const { ask, read } = asking(() => outcome);
    await read();
    outcome = failed(404);
    vi.advanceTimersByTime(10_000);
    await read();
    await read();
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it.each([500, 503, 401, null])('never hold another failure (%s)', async (status) => {
    const { ask, read } = asking(() => failed(status));
    await read();
    await read();
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
