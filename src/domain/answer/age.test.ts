import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageAtReceipt } from './age.ts';
import { noHeaders } from './answer.ts';
import { type Clocks, clocksAfterResponse, lagOf, skewOfService, unknownClocks } from './service-clock.ts';

const now = Date.UTC(2026, 10, 27, 3);
const second = 1_000;
const http = (time: number) => new Date(time).toUTCString();

/** The clocks after one more status response, `latency` milliseconds after its request. */
function afterStatus(
  clocks: Clocks,
  sent: Partial<typeof noHeaders>,
  receivedAt: number,
  latency = 20,
): Clocks {
  const headers = { ...noHeaders, ...sent };
  return clocksAfterResponse(clocks, { headers, receivedAt, latencyMilliseconds: latency });
}

/** Clocks learned from a service whose clock is `ahead` milliseconds ahead of ours. */
function clocksOf(ahead: number, latencies: readonly number[] = [30, 80, 40]): Clocks {
  return latencies.reduce<Clocks>((clocks, latency, index) => {
    const receivedAt = now - 60 * second + index * 10 * second;
    return afterStatus(clocks, { date: http(receivedAt - latency + ahead) }, receivedAt, latency);
  }, unknownClocks);
}

describe('the age of a response', () => {
  test.each([
    ['a new response', { date: http(now) }, 0, 0],
    ['Age alone', { age: '40' }, 0, 40],
    ['Apache httpd: a stale copy has the old Date and no Age', { date: http(now - 578 * second) }, 0, 576],
    ['the same, from a service whose clock is 90 s ahead', { date: http(now - 488 * second) }, 90, 576],
    ['the same, from a service whose clock is 90 s behind', { date: http(now - 668 * second) }, -90, 576],
    ['a new response of a service whose clock is 2 h behind', { date: http(now - 7200 * second) }, -7200, 0],
    ['Apache httpd: a hit has a new Date beside its Age', { age: '33', date: http(now) }, 90, 33],
    ['HAProxy: a hit lost the Age of the cache behind it', { age: '5', date: http(now - 60 * second) }, 0, 58],
  ])('%s', (_, headers, aheadSeconds, expected) => {
    const age = ageAtReceipt({ ...noHeaders, ...headers }, now, clocksOf(aheadSeconds * second));
    expect(Math.abs(age - expected)).toBeLessThanOrEqual(2);
  });

  test('without a known clock a Date proves nothing', () => {
    expect(ageAtReceipt({ ...noHeaders, date: http(now - 600 * second) }, now, unknownClocks)).toBe(0);
  });

  test('counts from the time of our own host through a cache that drops Age', () => {
    const headers = { ...noHeaders, served: new Date(now - 300_000).toISOString(), servedAge: '12' };
    const clocks = afterStatus(unknownClocks, { served: new Date(now).toISOString() }, now + 20);
    expect(ageAtReceipt(headers, now, clocks)).toBe(311);
    expect(ageAtReceipt({ ...headers, age: '312' }, now, clocks)).toBe(312);
  });

  test('a response made after its request has no age, whatever the clocks and latencies', () => {
    const latency = fc.integer({ min: 0, max: 9 * second });
    fc.assert(
      fc.property(
        fc.integer({ min: -1e8, max: 1e8 }),
        fc.array(latency, { minLength: 1, maxLength: 12 }),
        latency,
        fc.integer({ min: 0, max: 999 }),
        (ahead, latencies, later, fraction) => {
          const requestedAt = now + fraction;
          const date = http(requestedAt + later + ahead);
          expect(ageAtReceipt({ ...noHeaders, date }, requestedAt, clocksOf(ahead, latencies))).toBe(0);
        },
      ),
    );
  });
});

describe('the clock of a service', () => {
  test('is not known before its first status response', () => {
    expect(lagOf(unknownClocks.service)).toBeNull();
    expect(skewOfService(unknownClocks)).toBe(0);
  });

  test('a Date that stands still between two polls is that of a stored copy', () => {
    const first = afterStatus(unknownClocks, { date: http(now) }, now + 20);
    expect(afterStatus(first, { date: http(now) }, now + 600 * second)).toEqual(first);
  });

  test('a corrected clock is learned at once', () => {
    const clocks = afterStatus(clocksOf(0), { date: http(now - 90 * second) }, now);
    expect(Math.abs(skewOfService(clocks) + 90 * second)).toBeLessThanOrEqual(2.1 * second);
  });

  test.each([
    ['the same clock', 0, [100], 0],
    ['five seconds', 5_000, [100], 0],
    ['two minutes ahead', 120_000, [100], 120_000],
    ['two hours behind', -7_200_000, [100], -7_200_000],
    ['slow responses', 0, [9_500, 9_600], 0],
  ])('%s', (_, ahead, latencies, skew) => {
    // A clock behind is known less exactly: by the cut of `Date` and `Age`, and the network time.
    expect(Math.abs(skewOfService(clocksOf(ahead, latencies)) - skew)).toBeLessThanOrEqual(2_100);
  });

  test('our own host stamps what it serves, however long it has stored it', () => {
    const sent = { age: '7', served: new Date(now).toISOString() };
    expect(lagOf(afterStatus(unknownClocks, sent, now + 15).host)).toBe(15);
  });
});
