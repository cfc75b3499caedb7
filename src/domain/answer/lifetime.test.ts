import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseHttpDate } from './http-date.ts';
import { type LifetimeKind, lifetimeOf } from './lifetime.ts';
import { ageOf, type CacheHeaders, grace } from './poll.ts';

const date = 'Thu, 12 Mar 2026 14:00:00 GMT';
const none: CacheHeaders = { cacheControl: null, age: null, expires: null, warning: null, xCache: null, date };
const bucket: LifetimeKind = { resource: 'bucket', pollMilliseconds: 10_000, repeats: 0 };
const region: LifetimeKind = { ...bucket, resource: 'region' };

/** Replaces no-break spaces by plain spaces. */
function plain(text: string) {
  return text.replaceAll('\u00a0', ' ');
}

describe('a lifetime that the server states', () => {
  it.each<[string, Partial<CacheHeaders>, number, string]>([
    ['documented lists', { cacheControl: 'public, max-age=60' }, 60, 'max-age=60'],
    ['time in caches', { cacheControl: 'max-age=60', age: '12' }, 48, 'max-age=60 less Age 12'],
    ['bad Age', { cacheControl: 'max-age=60', age: '-12' }, 60, 'max-age=60'],
    ['two of Age', { cacheControl: 'max-age=60', age: '12, 40' }, 48, 'max-age=60 less Age 12'],
    ['quoted', { cacheControl: 'max-age="60"' }, 60, 'max-age=60'],
    ['upper case', { cacheControl: 'PUBLIC, MAX-AGE=60' }, 60, 'max-age=60'],
    ['twice', { cacheControl: 'max-age=600, max-age=90' }, 90, 'max-age=90'],
    ['private', { cacheControl: 'private, max-age=60, must-revalidate' }, 60, 'max-age=60'],
    ['for shared caches only', { cacheControl: 's-maxage=600, max-age=60' }, 60, 'max-age=60'],
    ['inside a quoted text', { cacheControl: 'x="a, max-age=5", max-age=60' }, 60, 'max-age=60'],
    ['one header field', { cacheControl: 'no-cache="Set-Cookie", max-age=60' }, 60, 'max-age=60'],
    ['short', { cacheControl: 'max-age=2' }, 5, 'max-age=2, raised to 5 s'],
    ['one year', { cacheControl: 'max-age=31536000, immutable' }, 3600, 'max-age=31536000, held to 1 h'],
    ['past 2^31', { cacheControl: 'max-age=99999999999' }, 3600, 'max-age=2147483648, held to 1 h'],
    ['400 digits', { cacheControl: `max-age=${'9'.repeat(400)}` }, 3600, 'max-age=2147483648, held to 1 h'],
    ['Expires', { expires: 'Thu, 12 Mar 2026 14:01:30 GMT' }, 90, 'Expires after 90 s'],
    [
      'Expires twice',
      { expires: 'Thu, 12 Mar 2026 14:01:30 GMT, Thu, 12 Mar 2026 14:00:40 GMT' },
      40,
      'Expires after 40 s',
    ],
    [
      'Expires and Age',
      { expires: 'Thu, 12 Mar 2026 14:01:30 GMT', age: '30' },
      60,
      'Expires after 90 s less Age 30',
    ],
    ['max-age over Expires', { cacheControl: 'max-age=60', expires: '0' }, 60, 'max-age=60'],
    ['no-store on a list', { cacheControl: 'no-store, max-age=600' }, 60, 'no-store, 60 s by default'],
  ])('%s', (_, headers, seconds, reason) => {
    const lifetime = lifetimeOf({ ...none, ...headers }, bucket);
    expect({ ...lifetime, reason: plain(lifetime.reason) }).toMatchObject({
      milliseconds: seconds * 1000,
      stated: true,
      reason,
      uncacheable: false,
    });
  });
});

describe('without a readable lifetime', () => {
  it.each<[Partial<CacheHeaders>, LifetimeKind, number, string]>([
    [{}, bucket, 60, 'no lifetime stated, 60 s by default'],
    [{}, region, 300, 'no lifetime stated, 300 s by default'],
    [{ cacheControl: 'public' }, bucket, 60, 'no lifetime stated, 60 s by default'],
    [{ cacheControl: 's-maxage=600' }, bucket, 60, 'no lifetime stated, 60 s by default'],
    [{ cacheControl: 'max-age=-5' }, bucket, 60, 'max-age is unreadable, 60 s by default'],
    [{ cacheControl: 'max-age=1.5' }, bucket, 60, 'max-age is unreadable, 60 s by default'],
    [{ cacheControl: 'max-age=1e3' }, bucket, 60, 'max-age is unreadable, 60 s by default'],
    [{ cacheControl: 'max-age=soon' }, region, 300, 'max-age is unreadable, 300 s by default'],
    [{ cacheControl: 'max-age' }, bucket, 60, 'max-age is unreadable, 60 s by default'],
    [
      { expires: 'Thu, 12 Mar 2026 14:01:30 GMT', date: null },
      bucket,
      60,
      'Expires without Date, 60 s by default',
    ],
  ])('%j of %j', (headers, kind, seconds, reason) => {
    const lifetime = lifetimeOf({ ...none, ...headers }, kind);
    expect(lifetime).toMatchObject({ milliseconds: seconds * 1000, stated: false, uncacheable: false });
    expect(plain(lifetime.reason)).toBe(reason);
  });

  it('uses the receipt if Date is hidden', () => {
    const headers = { ...none, expires: 'Thu, 12 Mar 2026 14:01:30 GMT', date: null };
    const receivedAt = Date.UTC(2026, 2, 12, 14, 1, 0);
    expect(lifetimeOf(headers, { ...bucket, receivedAt }).milliseconds).toBe(30_000);
  });
});

/** Lifetime L, and its rest at the receipt of the response, seconds. */
function fullAndLeft(headers: Partial<CacheHeaders>, kind: LifetimeKind = bucket): readonly number[] {
  const { fullMilliseconds, leftMilliseconds } = lifetimeOf({ ...none, ...headers }, kind);
  return [fullMilliseconds / 1000, leftMilliseconds / 1000];
}

describe('the remaining lifetime at receipt', () => {
  it.each<[string, Partial<CacheHeaders>, number, number]>([
    ['a new response', { cacheControl: 'max-age=60' }, 60, 60],
    ['a stored copy', { cacheControl: 'max-age=60', age: '12' }, 60, 48],
    ['a stored copy older than L', { cacheControl: 'max-age=60', age: '4000' }, 60, -3940],
    ['a stored copy without a stated lifetime', { age: '1080' }, 60, -1020],
    ['a stored copy that should not exist', { cacheControl: 'no-cache', age: '90' }, 5, -85],
    ['Expires 0, which Varnish stores nonetheless', { expires: '0', age: '100' }, 5, -95],
    ['a year, of which two hours are over', { cacheControl: 'max-age=31536000', age: '7200' }, 3600, 3600],
    ['a lifetime below the shortest', { cacheControl: 'max-age=1' }, 5, 5],
  ])('%s', (_, headers, full, left) => {
    expect(fullAndLeft(headers)).toEqual([full, left]);
  });

  it('uses the age of the caller instead of the Age header', () => {
    expect(fullAndLeft({ cacheControl: 'max-age=60' }, { ...bucket, ageSeconds: 540 })).toEqual([60, -480]);
  });

  it.each(['110 squid/5.7 "Response is stale"', '112 - "x", 111 squid/5.7 "Revalidation failed"'])(
    'is past the grace if a cache warns: %s',
    (warning) => {
      expect(fullAndLeft({ cacheControl: 'max-age=60', warning })).toEqual([60, -grace / 1000]);
    },
  );

  it.each(['STALE', 'UPDATING'])('has no grace if nginx reports %s', (xCache) => {
    expect(fullAndLeft({ cacheControl: 'max-age=60', xCache })).toEqual([60, -grace / 1000]);
  });

  it('is not changed by other warnings', () => {
    expect(fullAndLeft({ cacheControl: 'max-age=60', warning: '199 - "110 is no code"' })).toEqual([60, 60]);
  });
});

describe('old on arrival', () => {
  it.each<Partial<CacheHeaders>>([
    { cacheControl: 'max-age=0' },
    { cacheControl: 'no-cache, max-age=60' },
    { cacheControl: 'max-age=60', age: '60' },
    { cacheControl: 'max-age=60', age: '9'.repeat(40) },
    { expires: '0' },
    { expires: 'Thu, 12 Mar 2026 13:00:00 GMT' },
  ])('%j: 5 s, doubling to 60 s', (headers) => {
    const waits = [0, 1, 2, 3, 4, 5_000].map((repeats) => {
      const lifetime = lifetimeOf({ ...none, ...headers }, { ...bucket, repeats });
      expect(lifetime).toMatchObject({ stated: true, uncacheable: true });
      return lifetime.milliseconds / 1000;
    });
    expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('states the reason', () => {
    const reason = lifetimeOf({ ...none, cacheControl: 'max-age=60', age: '70' }, bucket).reason;
    expect(plain(reason)).toBe('max-age=60 used up by Age 70, requested again after 5 s');
  });
});

it.each([
  [10_000, 10],
  [2_500, 2.5],
  [0, 2],
  [9e9, 300],
  [Number.NaN, 10],
])('polls a status document every P (%d ms), with any headers', (pollMilliseconds, seconds) => {
  for (const cacheControl of ['no-store', 'max-age=3600', 'no-cache', null]) {
    const kind = { resource: 'status', pollMilliseconds, repeats: 3 } as const;
    const lifetime = lifetimeOf({ ...none, cacheControl }, kind);
    expect(lifetime).toMatchObject({ milliseconds: seconds * 1000, uncacheable: false });
    expect(plain(lifetime.reason)).toBe(`polled every ${seconds} s`);
  }
});

it.each([
  [null, 0],
  ['', 0],
  ['12', 12],
  [' 12 ', 12],
  ['12.5', 0],
  ['0x10', 0],
  ['١٢', 0],
  ['9'.repeat(400), 2 ** 31],
])('reads Age %j as %d s', (age, seconds) => {
  expect(ageOf({ age })).toBe(seconds);
});

it.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', 784_111_777_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 784_111_777_000],
  ['Sun Nov  6 08:49:37 1994', 784_111_777_000],
  ['Sun, 99 Nov 1994 08:49:37 GMT', null],
  ['0', null],
  ['-1', null],
  ['2026-03-12', null],
  [null, null],
])('reads the HTTP date %j', (text, time) => {
  expect(parseHttpDate(text)).toBe(time);
});

it('lies between 2 s and 1 h for any headers', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('no-cache', 'no-store', 'max-age=', 'max-age=0', ',', '"', date, '0'),
    fc.bigInt().map((value) => `max-age=${value}`),
    fc.double().map(String),
  );
  const header = fc.option(fc.array(word, { maxLength: 4 }).map((words) => words.join(', ')));
  const kind = fc.record({
    resource: fc.constantFrom('bucket' as const, 'region' as const, 'status' as const),
    pollMilliseconds: fc.double(),
    repeats: fc.double(),
    receivedAt: fc.double(),
  });
  const headers = fc.record({
    cacheControl: header,
    age: header,
    expires: fc.option(fc.constant(date)),
    date: header,
    warning: header,
    xCache: header,
  });
  fc.assert(
    fc.property(headers, kind, (given, about) => {
      const { milliseconds, reason } = lifetimeOf(given, about);
      expect(milliseconds).toBeGreaterThanOrEqual(2_000);
      expect(milliseconds).toBeLessThanOrEqual(3_600_000);
      expect(reason).not.toMatch(/NaN|undefined|Infinity/);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['of the list', { ageSeconds: 6, transferSeconds: 6 }, 5_000, -1_000, false],
  ['of the list, within its lifetime', { ageSeconds: 3, transferSeconds: 3 }, 5_000, 2_000, false],
  ['of a stored copy', { ageSeconds: 9, transferSeconds: 3 }, 20_000, -4_000, true],
])('a slow transfer %s shortens the lifetime and causes no backoff', (_, age, pause, left, uncacheable) => {
  const lifetime = lifetimeOf({ ...none, cacheControl: 'max-age=5' }, { ...bucket, repeats: 2, ...age });
  expect(lifetime).toMatchObject({ milliseconds: pause, leftMilliseconds: left, uncacheable });
});
