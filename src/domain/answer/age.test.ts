import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageAtReceipt, ageOfRepeat } from './age.ts';
import { noHeaders } from './answer.ts';
import { type Clocks, clocksAfterResponse, lagOf, skewOfService, unknownClocks } from './service-clock.ts';

const now = Date.UTC(2026, 10, 27, 3);
const second = 1_000;
const http = (time: number) => new Date(time).toUTCString();

/** Times of a request whose response arrives without delay. */
const atOnce = { requestedAt: now, headersAt: now, receivedAt: now };

/**
 * The clocks after one more status response, whose headers arrived `latency` milliseconds after the request.
 */
function afterStatus(clocks: Clocks, sent: Partial<typeof noHeaders>, headersAt: number, latency = 20): Clocks {
  const moments = { requestedAt: headersAt - latency, headersAt };
  return clocksAfterResponse(clocks, { ...noHeaders, ...sent }, moments);
}

/** The clocks after some status responses of a service whose clock is `ahead` milliseconds ahead of ours. */
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
    ['the same in the first second of the copy', { age: '0', date: http(now) }, 90, 0],
    ['HAProxy: a hit lost the Age of the cache behind it', { age: '5', date: http(now - 60 * second) }, 0, 58],
  ])('%s', (_, headers, aheadSeconds, expected) => {
    const age = ageAtReceipt({ ...noHeaders, ...headers }, atOnce, clocksOf(aheadSeconds * second));
    expect(Math.abs(age - expected)).toBeLessThanOrEqual(2);
  });

  test('without a known clock a Date proves nothing', () => {
    const headers = { ...noHeaders, date: http(now - 600 * second) };
    expect(ageAtReceipt(headers, atOnce, unknownClocks)).toBe(0);
  });

  test('the Date of the response before is that of a stored copy, also without a known clock', () => {
    const headers = { ...noHeaders, date: http(now - 600 * second) };
    const earlier = { headers, receivedAt: now - 60 * second, ageSeconds: 5 };
    expect(ageOfRepeat(headers, now, earlier)).toBe(65);
    expect(ageOfRepeat({ ...headers, date: http(now) }, now, earlier)).toBe(0);
    expect(ageOfRepeat(noHeaders, now, { ...earlier, headers: noHeaders })).toBe(0);
    expect(ageOfRepeat(headers, now, null)).toBe(0);
  });

  test('two responses at almost the same time may have the same Date', () => {
    const headers = { ...noHeaders, date: http(now) };
    expect(ageOfRepeat(headers, now + 1_900, { headers, receivedAt: now, ageSeconds: 0 })).toBe(0);
  });

  test.each([
    ['a stored copy: from the request', { age: '55' }, 105],
    ['a new response: from its headers', { age: '0' }, 30],
    ['a new response without Age', {}, 30],
    ['a new response by its Date, made 15 s after the request', { date: http(now - 35 * second) }, 34],
    ['Apache httpd: a hit that took long', { age: '55', date: http(now - 30 * second) }, 105],
  ])('counts the time that the response took. %s', (_, headers, expected) => {
    const times = { requestedAt: now - 50 * second, headersAt: now - 30 * second, receivedAt: now };
    expect(ageAtReceipt({ ...noHeaders, ...headers }, times, clocksOf(0, [0]))).toBe(expected);
  });

  test('counts from the time of our own host through a cache that drops Age', () => {
    const headers = { ...noHeaders, served: new Date(now - 300_000).toISOString(), servedAge: '12' };
    const clocks = afterStatus(unknownClocks, { served: new Date(now).toISOString() }, now + 20);
    expect(ageAtReceipt(headers, atOnce, clocks)).toBe(311);
    expect(ageAtReceipt({ ...headers, age: '312' }, atOnce, clocks)).toBe(312);
  });

  test('a response is no older than its request, with any clocks and latencies', () => {
    const latency = fc.integer({ min: 0, max: 9 * second });
    fc.assert(
      fc.property(
        fc.integer({ min: -1e8, max: 1e8 }),
        fc.array(latency, { minLength: 1, maxLength: 12 }),
        latency,
        latency,
        fc.integer({ min: 0, max: 999 }),
        (ahead, latencies, later, body, fraction) => {
          const requestedAt = now + fraction;
          const headersAt = requestedAt + later;
          const date = http(headersAt + ahead);
          const times = { requestedAt, headersAt, receivedAt: headersAt + body };
          const age = ageAtReceipt({ ...noHeaders, date }, times, clocksOf(ahead, latencies));
          expect(age).toBeLessThanOrEqual((later + body) / second);
        },
      ),
    );
  });

  test('a stored copy of a service whose clock is known is no younger than it is by more than 4 s', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e8, max: 1e8 }),
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 1e7 }),
        fc.integer({ min: 0, max: 60 * second }),
        (ahead, latencies, old, delay) => {
          const times = { requestedAt: now, headersAt: now + delay / 2, receivedAt: now + delay };
          const date = http(now - old + ahead);
          const age = ageAtReceipt({ ...noHeaders, date }, times, clocksOf(ahead, latencies));
          expect(age).toBeGreaterThan((old + delay) / second - 4);
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

  test('one old Date is that of a stored copy, and changes nothing', () => {
    const known = clocksOf(0);
    const once = afterStatus(known, { date: http(now - 90 * second) }, now);
    expect(lagOf(once.service)).toBe(lagOf(known.service));
    expect(skewOfService(once)).toBe(0);
  });

  test('a clock that was set back is learned from the second response', () => {
    const once = afterStatus(clocksOf(0), { date: http(now - 90 * second) }, now);
    const twice = afterStatus(once, { date: http(now - 80 * second) }, now + 10 * second);
    expect(Math.abs(skewOfService(twice) + 90 * second)).toBeLessThanOrEqual(2.1 * second);
  });

  test('a clock that was set ahead is learned at once', () => {
    const clocks = afterStatus(clocksOf(0), { date: http(now + 90 * second) }, now);
    expect(Math.abs(skewOfService(clocks) - 90 * second)).toBeLessThanOrEqual(2.1 * second);
  });

  test('two old Dates that differ are those of stored copies, and change nothing', () => {
    const known = clocksOf(0);
    const once = afterStatus(known, { date: http(now - 10_800 * second) }, now);
    const twice = afterStatus(once, { date: http(now - 7_200 * second) }, now + 100);
    expect(lagOf(twice.service)).toBe(lagOf(known.service));
  });

  test.each([
    ['is called stale', { warning: '111 - "Revalidation failed"' }],
    ['is an expired copy of nginx', { xCache: 'STALE' }],
    ['is an expired copy of one nginx behind another', { xCache: 'STALE, MISS' }],
    ['has an age and the Date of the cache', { age: '90', date: http(now) }],
  ])('a status response that %s teaches nothing', (_, sign) => {
    const clocks = afterStatus(unknownClocks, { date: http(now - 90 * second), ...sign }, now);
    expect(clocks).toEqual(unknownClocks);
  });

  test('a status response with an age teaches while nothing else has', () => {
    const sent = { age: '3', date: http(now - 3 * second) };
    const clocks = afterStatus(unknownClocks, sent, now);
    expect(Math.abs(lagOf(clocks.service) ?? Number.NaN)).toBeLessThanOrEqual(1_000);
    expect(afterStatus(clocksOf(0), { ...sent, date: http(now) }, now).service).toEqual(clocksOf(0).service);
  });

  test.each([
    ['the same clock', 0, [100], 0],
    ['five seconds', 5_000, [100], 0],
    ['two minutes ahead', 120_000, [100], 120_000],
    ['two hours behind', -7_200_000, [100], -7_200_000],
    ['slow responses', 0, [9_500, 9_600], 0],
  ])('%s', (_, ahead, latencies, skew) => {
    // Whole seconds in `Date` and `Age`, and the time on the network, limit the precision.
    expect(Math.abs(skewOfService(clocksOf(ahead, latencies)) - skew)).toBeLessThanOrEqual(2_100);
  });

  test('our own host stamps what it serves, however long it has stored it', () => {
    const sent = { age: '7', served: new Date(now).toISOString() };
    expect(lagOf(afterStatus(unknownClocks, sent, now + 15).host)).toBe(15);
  });
});
