import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultLimits as limits } from '#contract/host.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { listAnswerAt, listPath } from '#testing/feeds.ts';
import type { LargeBody } from '../body.ts';
import { pageReader } from '../list-reader.ts';
import { request } from '../request.ts';
import { throttled } from './throttled-body.ts';

const mebibyte = 1024 * 1024;
const lifetime = 60_000;
const start = Date.UTC(2026, 2, 12);

// Only these timers are fake, because streams have timers of their own.
beforeEach(() => vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

/** The response on the screen. It arrived `ago` milliseconds ago. */
function shown(ago: number, megabytes = 64): Answer<unknown> {
  return listAnswerAt(start - ago, lifetime, { bytes: megabytes * mebibyte });
}

/**
 * Passes a response of 64 MiB on in parts, throttled.
 *
 * @returns the milliseconds that it takes.
 */
async function takeIn(replaced: Answer<unknown>, isShown = () => true) {
  const received: number[] = [];
  const inner: LargeBody<null> = {
    write: (part) => received.push(part.byteLength),
    end: async () => ({ value: null, findings: [], unlisted: [] }),
    cancel: () => undefined,
  };
  const body = throttled(inner, { replaced, isShown, limits, now: Date.now });
  const handOver = async () => {
    for (let part = 0; part < 64; part += 1) {
      body.write(new Uint8Array(mebibyte));
      await body.pause?.();
    }
  };
  const complete = handOver();
  await vi.runAllTimersAsync();
  await complete;
  expect(received).toHaveLength(64);
  expect(body.pausedMilliseconds?.()).toBe(Date.now() - start);
  return Date.now() - start;
}

describe('a list that replaces one on the screen', () => {
  test('is read at 60 MB per second', async () => {
    const time = await takeIn(shown(lifetime));
    expect(time).toBeGreaterThan(1_100);
    expect(time).toBeLessThan(1_140);
  });

  test('is read faster if the validity period of the previous one ends', async () => {
    // The list before stays fresh for 10 s after its lifetime. 6.5 s of them are over, and 3 s are kept to
    // prepare the rows.
    const time = await takeIn(shown(lifetime + 6_500));
    expect(time).toBeGreaterThan(450);
    expect(time).toBeLessThanOrEqual(504);
  });

  test('takes at most a quarter of the total timeout', async () => {
    const limit = limits.totalMilliseconds / 4;
    expect(await takeIn(shown(lifetime, 640))).toBeLessThanOrEqual(limit + 4);
  });

  test.each([
    ['that is already late', shown(lifetime + 8_000)],
    ['that a viewer asked to refresh', shown(lifetime / 2)],
  ])('is not throttled for one %s', async (_, earlier) => {
    expect(await takeIn(earlier)).toBe(0);
  });

  test('is not throttled while the page is hidden', async () => {
    expect(await takeIn(shown(lifetime), () => false)).toBe(0);
    let looks = 0;
    const time = await takeIn(shown(lifetime), () => {
      looks += 1;
      return looks < 100;
    });
    expect(time).toBeLessThan(1_000);
  });

  test('changes neither the age nor the latency of its response', async () => {
    const replaced = shown(lifetime);
    let sent = 0;
    const parts = new ReadableStream({
      pull: (stream) => {
        if (sent === 64) return stream.close();
        sent += 1;
        stream.enqueue(new Uint8Array(mebibyte));
      },
    });
    let end = Number.NaN;
    const complete = request({
      baseUrl: 'http://edge.test',
      path: listPath,
      reader: {
        ...pageReader('event'),
        longFrom: mebibyte,
        openLarge: async () =>
          throttled(
            {
              write: () => undefined,
              end: async () => {
                end = Date.now();
                return { value: null, findings: [], unlisted: [] };
              },
              cancel: () => undefined,
            },
            { replaced, isShown: () => true, limits, now: Date.now },
          ),
        decode: () => {
          throw new Error('It is long.');
        },
      },
      limits: { ...limits, maximumBodyBytes: 64 * mebibyte },
      pollMilliseconds: 10_000,
      earlier: null,
      now: Date.now,
      random: () => 0,
      transport: async () => ({ response: new Response(parts) }),
    });
    while (Number.isNaN(end)) {
      await vi.advanceTimersByTimeAsync(10);
    }
    const { receivedAt, latencyMilliseconds, bytes } = await complete;
    expect(bytes).toBe(64 * mebibyte);
    expect(end - start).toBeGreaterThan(1_000);
    expect(receivedAt).toBe(start);
    expect(latencyMilliseconds).toBe(0);
  });
});
