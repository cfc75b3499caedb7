import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedLifetime } from './rules.ts';

const receivedAt = Date.parse('2026-03-12T14:00:00Z');
const at = (seconds: number) => new Date(receivedAt + seconds * 1000).toUTCString();

describe('the shared lifetime of a response', () => {
  it.each<[string, Record<string, string>, number]>([
    ['documented lists', { 'cache-control': 'public, max-age=60' }, 60],
    ['documented v2 regions', { 'cache-control': 'public, max-age=300' }, 300],
    ['time in caches on the way', { 'cache-control': 'max-age=60', age: '12' }, 48],
    ['used up on the way', { 'cache-control': 'max-age=60', age: '60' }, 0],
    ['an Age that is none', { 'cache-control': 'max-age=60', age: '-5' }, 60],
    ['a lifetime of shared caches only', { 'cache-control': 's-maxage=600, max-age=60' }, 600],
    ['less for shared caches', { 'cache-control': 's-maxage=10, max-age=60' }, 10],
    ['one of theirs that cannot be read', { 'cache-control': 's-maxage=long, max-age=60' }, 0],
    ['quoted', { 'cache-control': 'max-age="60"' }, 60],
    ['twice', { 'cache-control': 'max-age=600, max-age=60' }, 60],
    ['zero', { 'cache-control': 'max-age=0' }, 0],
    ['negative', { 'cache-control': 'max-age=-60' }, 0],
    ['a fraction', { 'cache-control': 'max-age=1.5' }, 0],
    ['a year', { 'cache-control': 'max-age=31536000, immutable' }, 3600],
    ['past 2^31', { 'cache-control': 'max-age=99999999999' }, 3600],
    ['no-store', { 'cache-control': 'no-store, max-age=600' }, 0],
    ['No-Store in capitals', { 'cache-control': 'NO-STORE, max-age=600' }, 0],
    ['private', { 'cache-control': 'private, max-age=60' }, 0],
    ['private of one field', { 'cache-control': 'private="set-cookie", max-age=60' }, 0],
    ['no-cache', { 'cache-control': 'no-cache, max-age=60' }, 0],
    ['stale while it is requested again', { 'cache-control': 'max-age=60, stale-while-revalidate=600' }, 60],
    ['no lifetime', {}, 0],
    ['public alone', { 'cache-control': 'public' }, 0],
    ['Expires', { expires: at(90), date: at(0) }, 90],
    ['Expires by a clock that is off', { expires: at(7290), date: at(7200) }, 90],
    ['Expires without Date', { expires: at(90) }, 90],
    ['Expires 0', { expires: '0', date: at(0) }, 0],
    ['Expires behind max-age', { 'cache-control': 'max-age=60', expires: '0' }, 60],
    ['a clock that is a day behind', { 'cache-control': 'max-age=60', date: at(-86_400) }, 60],
    ['varies by nothing that differs', { 'cache-control': 'max-age=60', vary: 'accept, cookie' }, 60],
    ['varies by everything', { 'cache-control': 'max-age=60', vary: '*' }, 0],
    ['varies by everything, too', { 'cache-control': 'max-age=60', vary: 'accept, *' }, 0],
  ])('%s', (_, headers, seconds) => {
    expect(sharedLifetime(headers, receivedAt)).toBe(seconds);
  });

  it('is between 0 and one hour for any headers', () => {
    const words = fc.constantFrom(
      'max-age',
      's-maxage',
      'private',
      'public',
      'no-cache',
      '=',
      '"',
      ',',
      '-',
      '9',
      '0',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words).map((parts) => parts.join('')),
    );
    const headers = fc.dictionary(fc.constantFrom('cache-control', 'age', 'expires', 'date', 'vary'), text);
    fc.assert(
      fc.property(headers, fc.integer(), (sent, now) => {
        const seconds = sharedLifetime(sent, now);
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(seconds).toBeLessThanOrEqual(3600);
      }),
    );
  });
});
