/**
 * How long the shared cache reuses a response, and how it requests it again, with a real upstream. The
 * subjects are those of http-tests/cache-tests. The cases are our own, for a cache whose requests all have
 * the same headers.
 */

import type { OutgoingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { at, control, json, lasting, list, nodes, pass, status, tag } from '#testing/shared-cache.ts';
import { answering, proxyTo } from '#testing/upstream.ts';

beforeEach(() => {
  // Only this clock is fake, so that the network has real timers.
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Headers = OutgoingHttpHeaders | (() => OutgoingHttpHeaders);

/**
 * Headers of the first response, seconds until the second request, and what becomes of the second request.
 */
type Case = readonly [
  what: string,
  headers: Headers,
  seconds: number,
  becomes: 'reused' | 'requested' | 'validated',
];

const cases: Readonly<Record<string, readonly Case[]>> = {
  'A61, A62, A64 a lifetime': [
    ['max-age, at once', control('max-age=60'), 0, 'reused'],
    ['max-age, until it is over', control('max-age=60'), 59, 'reused'],
    ['max-age, when it is over', control('max-age=60'), 60, 'requested'],
    ['max-age of 0', control('max-age=0'), 0, 'requested'],
    ['max-age of a second', control('max-age=1'), 1, 'requested'],
    ['public, max-age', control('public, max-age=60'), 59, 'reused'],
    ['an hour', control('max-age=3600'), 3_599, 'reused'],
    ['a year, within an hour', control('max-age=31536000'), 3_599, 'reused'],
    ['a year, after an hour', control('max-age=31536000'), 3_600, 'requested'],
    ['immutable, after an hour', control('max-age=31536000, immutable'), 3_600, 'requested'],
    ['past 2^31, within an hour', control('max-age=2147483649'), 3_599, 'reused'],
    ['past 2^53, after an hour', control('max-age=99999999999999999999'), 3_600, 'requested'],
    ['no lifetime', {}, 0, 'requested'],
    ['public alone', control('public'), 0, 'requested'],
    ['immutable alone', control('immutable'), 0, 'requested'],
    [
      'Last-Modified long ago, because no lifetime is guessed',
      () => ({ 'last-modified': at(-1e7) }),
      0,
      'requested',
    ],
  ],
  'A63 a lifetime that is written': [
    ['in capitals', control('MAX-AGE=60'), 59, 'reused'],
    ['in quotes', control('max-age="60"'), 59, 'reused'],
    ['in single quotes', control("max-age='60'"), 0, 'requested'],
    ['with zeros before it', control('max-age=00060'), 59, 'reused'],
    ['with letters behind it', control('max-age=60s'), 0, 'requested'],
    ['in words', control('max-age=sixty'), 0, 'requested'],
    ['as a fraction', control('max-age=60.5'), 0, 'requested'],
    ['negative', control('max-age=-60'), 0, 'requested'],
    ['with an exponent', control('max-age=1e3'), 0, 'requested'],
    ['empty', control('max-age='), 0, 'requested'],
    ['without a value', control('max-age'), 0, 'requested'],
    ['with a blank before the sign', control('max-age =60'), 0, 'requested'],
    ['twice, the smaller first', control('max-age=60, max-age=600'), 60, 'requested'],
    ['twice, the smaller last', control('max-age=600, max-age=60'), 59, 'reused'],
    ['twice, the larger is not reached', control('max-age=600, max-age=60'), 60, 'requested'],
    ['in two lines', { 'Cache-Control': ['public', 'max-age=60'] }, 59, 'reused'],
    ['behind an empty member', control(', max-age=60'), 59, 'reused'],
    ['behind an unknown directive', control('surprise=5, max-age=60'), 59, 'reused'],
    ['within the quotes of another', control('surprise="max-age=600", max-age=60'), 60, 'requested'],
    ['beside a no-store within quotes', control('surprise="no-store", max-age=60'), 59, 'reused'],
  ],
  'A65 a lifetime of shared caches': [
    ['s-maxage', control('s-maxage=60'), 59, 'reused'],
    ['s-maxage, when it is over', control('s-maxage=60'), 60, 'requested'],
    ['s-maxage that is longer than max-age', control('s-maxage=60, max-age=1'), 59, 'reused'],
    ['s-maxage that is shorter', control('s-maxage=1, max-age=60'), 1, 'requested'],
    ['s-maxage of 0', control('s-maxage=0, max-age=60'), 0, 'requested'],
    ['s-maxage that cannot be read', control('s-maxage=long, max-age=60'), 0, 'requested'],
    ['s-maxage over Expires', () => control('s-maxage=60', { expires: at(-60) }), 59, 'reused'],
  ],
  'A66 Expires': [
    ['Expires', () => ({ expires: at(60) }), 58, 'reused'],
    ['Expires, when it is over', () => ({ expires: at(60) }), 61, 'requested'],
    ['Expires in the past', () => ({ expires: at(-60) }), 0, 'requested'],
    ['Expires now', () => ({ expires: at(0) }), 0, 'requested'],
    ['Expires 0', { expires: '0' }, 0, 'requested'],
    ['Expires -1', { expires: '-1' }, 0, 'requested'],
    ['Expires that is no date', { expires: 'tomorrow' }, 0, 'requested'],
    ['Expires in another form of date', { expires: '2999-01-01T00:00:00Z' }, 0, 'requested'],
    ['Expires in a year, after an hour', () => ({ expires: at(3e7) }), 3_600, 'requested'],
    ['Expires by a clock that is an hour ahead', () => ({ date: at(3_600), expires: at(3_660) }), 59, 'reused'],
    ['the same, when it is over', () => ({ date: at(3_600), expires: at(3_660) }), 60, 'requested'],
    ['Expires behind max-age', () => control('max-age=60', { expires: at(-60) }), 59, 'reused'],
    ['Expires beyond max-age', () => control('max-age=60', { expires: at(600) }), 60, 'requested'],
    [
      'Expires beyond a max-age that cannot be read',
      () => control('max-age=x', { expires: at(600) }),
      0,
      'requested',
    ],
  ],
  'A66 an age': [
    ['Age, within the remaining lifetime', control('max-age=60', { age: '30' }), 29, 'reused'],
    ['Age, when that is over', control('max-age=60', { age: '30' }), 30, 'requested'],
    ['Age that used it up, for the pause of a page', control('max-age=60', { age: '60' }), 4, 'reused'],
    ['Age that used it up, after that pause', control('max-age=60', { age: '60' }), 5, 'requested'],
    ['Age beyond an hour', control('max-age=3600', { age: '7200' }), 5, 'requested'],
    ['Age past 2^31', control('max-age=31536000', { age: '99999999999' }), 5, 'requested'],
    [
      'a tag beside an Age, because a cache cannot speak for its origin',
      control('max-age=60', { age: '1', etag: '"a"' }),
      60,
      'requested',
    ],
    ['a tag beside a Via', control('max-age=60', { via: '1.1 a', etag: '"a"' }), 60, 'requested'],
    ['Age that is negative', control('max-age=60', { age: '-30' }), 59, 'reused'],
    ['Age that is a fraction', control('max-age=60', { age: '30.5' }), 59, 'reused'],
    ['Age in words', control('max-age=60', { age: 'old' }), 59, 'reused'],
    ['two Ages, of which the first counts', control('max-age=60', { age: '10, 60' }), 49, 'reused'],
    ['Date of yesterday', () => control('max-age=60', { date: at(-86_400) }), 59, 'reused'],
    ['Date of tomorrow', () => control('max-age=60', { date: at(86_400) }), 60, 'requested'],
  ],
  'A65 a response that must not be stored': [
    ['no-store', control('no-store'), 0, 'requested'],
    ['no-store beside max-age', control('max-age=60, no-store'), 0, 'requested'],
    ['no-store in capitals', control('No-Store, max-age=60'), 0, 'requested'],
    ['no-store with a tag', control('no-store, max-age=60', tag), 0, 'requested'],
    ['private', control('private, max-age=60'), 0, 'requested'],
    ['private with a tag', control('private, max-age=60', tag), 0, 'requested'],
    ['private of one field', control('private="set-cookie", max-age=60'), 0, 'requested'],
    ['private beside s-maxage', control('private, s-maxage=60'), 0, 'requested'],
    ['no-cache', control('no-cache, max-age=60'), 0, 'requested'],
    ['no-cache of one field', control('no-cache="set-cookie", max-age=60'), 0, 'requested'],
    ['no-cache with a tag', control('no-cache, max-age=60', tag), 0, 'validated'],
  ],
  'A65 a rule for stale responses': [
    ['must-revalidate, before', control('max-age=60, must-revalidate'), 59, 'reused'],
    ['must-revalidate, after', control('max-age=60, must-revalidate', tag), 60, 'validated'],
    ['proxy-revalidate, before', control('max-age=60, proxy-revalidate'), 59, 'reused'],
    ['proxy-revalidate, after', control('max-age=60, proxy-revalidate', tag), 60, 'validated'],
    ['stale-while-revalidate', control('max-age=60, stale-while-revalidate=600'), 60, 'requested'],
    ['stale-if-error, without an error', control('max-age=60, stale-if-error=600'), 60, 'requested'],
  ],
  'A66 a Vary header': [
    ['Vary: *', control('max-age=60', { vary: '*' }), 0, 'requested'],
    ['Vary: *, among others', control('max-age=60', { vary: 'accept, *' }), 0, 'requested'],
    ['Vary: * with a tag', control('max-age=60', { vary: '*', ...tag }), 0, 'requested'],
    ['Vary by encoding', control('max-age=60', { vary: 'Accept-Encoding' }), 59, 'reused'],
    [
      'Vary by headers that no request has',
      control('max-age=60', { vary: 'cookie, authorization, origin' }),
      59,
      'reused',
    ],
    [
      'Set-Cookie, because no request has a cookie',
      control('max-age=60', { 'set-cookie': 'a=b' }),
      59,
      'reused',
    ],
  ],
  'A65 tags': [
    ['a tag, before', control('max-age=60', tag), 59, 'reused'],
    ['a tag, after', control('max-age=60', tag), 60, 'validated'],
    ['a weak tag, after', control('max-age=60', { etag: 'W/"a"' }), 60, 'validated'],
    ['two tags, after', control('max-age=60', { ETag: ['"a"', '"b"'] }), 60, 'requested'],
    ['a tag without quotes, after', control('max-age=60', { etag: 'a' }), 60, 'requested'],
    ['a tag alone', tag, 0, 'validated'],
  ],
};

describe.each(Object.keys(cases))('%s', (subject) => {
  it.each(cases[subject] ?? [])('%s', async (_, headers, seconds, becomes) => {
    const sent = typeof headers === 'function' ? headers() : headers;
    const upstream = await answering((outgoing) => {
      if (outgoing.req.url === status) outgoing.writeHead(200, json).end('{}');
      else if (outgoing.req.headers['if-none-match'] === sent['etag'] && sent['etag'] !== undefined)
        outgoing.writeHead(304, sent).end();
      else outgoing.writeHead(200, { ...json, ...sent }).end(list);
    });
    const ask = proxyTo(upstream);
    expect(await (await ask(nodes)).text()).toBe(list);
    pass(seconds);
    // A response of the status proves that the origin is reached, so a 304 can be trusted.
    await ask(status);
    const second = await ask(nodes);
    expect(second.status).toBe(200);
    expect(await second.text()).toBe(list);
    expect(second.headers.get('set-cookie')).toBeNull();
    const [, again, ...others] = upstream.requests.filter(({ url }) => url === nodes);
    expect(again ? (again.headers['if-none-match'] ? 'validated' : 'requested') : 'reused').toBe(becomes);
    expect(others).toEqual([]);
  });
});

it.each([
  ['no-cache, as every poll of a page has it', { 'cache-control': 'no-cache', pragma: 'no-cache' }],
  ['no-store', { 'cache-control': 'no-store' }],
  ['max-age=5', { 'cache-control': 'max-age=5' }],
  ['min-fresh', { 'cache-control': 'min-fresh=3600' }],
  ['a credential of its own', { authorization: 'Bearer a' }],
  ['a cookie', { cookie: 'a=b' }],
  ['a range', { range: 'bytes=0-1' }],
])('A68 a request with %s gets the cached response', async (_, headers) => {
  const upstream = await answering((outgoing) => outgoing.writeHead(200, { ...json, ...lasting }).end(list));
  const ask = proxyTo(upstream);
  await ask(nodes);
  pass(30);
  const second = await ask(nodes, { headers });
  expect([second.status, await second.text()]).toEqual([200, list]);
  expect(upstream.requests).toHaveLength(1);
});

describe('A61, A62, A67, A68 ten minutes of viewers that poll every five seconds', () => {
  it.each([1, 20])('%i viewers cost as many requests as the lifetimes allow', async (viewers) => {
    const upstream = await answering((outgoing) => {
      const { url = '' } = outgoing.req;
      const stated = url.endsWith('regions') ? 'public, max-age=300' : 'public, max-age=60';
      // The API document gives v1 assets no lifetime. A status is not cached by its headers, even if they
      // allow it.
      const headers = url === '/api/v1/assets' ? {} : control(stated);
      outgoing.writeHead(200, { ...json, ...headers }).end(list);
    });
    const ask = proxyTo(upstream, { budget: 60_000 });
    const paths = ['/api/v2/nodes', '/api/v2/regions', '/api/v2/status'];
    for (let seconds = 0; seconds < 600; seconds += 5) {
      for (const path of [...paths, '/api/v1/assets'])
        await Promise.all(Array.from({ length: viewers }, () => ask(path)));
      pass(5);
    }
    const count = (path: string) => upstream.paths.filter((each) => each === path).length;
    expect(paths.map(count)).toEqual([10, 2, 60]);
    expect(count('/api/v1/assets')).toBe(120);
  });
});
