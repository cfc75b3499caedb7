/**
 * What a shared cache must, may and must not do, case by case, against a real upstream. The subjects follow
 * http-tests/cache-tests (cc-freshness, cc-parse, age-parse, expires, cc-response, vary-parse, authorization, stale,
 * conditional, 304 update). The cases are our own, for a cache whose requests all have the same headers.
 */

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, problemOf, proxyTo } from '#testing/upstream.ts';

const list = '{"object":"list","data":[]}';
const nodes = '/api/v2/nodes';
const status = '/api/v2/status';
const json = { 'content-type': 'application/json' };
const lasting = { 'cache-control': 'public, max-age=60' };

beforeEach(() => {
  // Network timers stay real.
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function pass(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1000);
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

type Headers = OutgoingHttpHeaders | (() => OutgoingHttpHeaders);

const control = (value: string, others: OutgoingHttpHeaders = {}): OutgoingHttpHeaders => ({
  'cache-control': value,
  ...others,
});

/** Seconds between two requests, and what happens to the second. */
type Case = readonly [
  what: string,
  headers: Headers,
  seconds: number,
  becomes: 'reused' | 'asked' | 'validated',
];

const tag = { etag: '"a"' };

const cases: Readonly<Record<string, readonly Case[]>> = {
  'A61, A62, A64 a lifetime': [
    ['max-age, at once', control('max-age=60'), 0, 'reused'],
    ['max-age, until it is over', control('max-age=60'), 59, 'reused'],
    ['max-age, when it is over', control('max-age=60'), 60, 'asked'],
    ['max-age of 0', control('max-age=0'), 0, 'asked'],
    ['max-age of a second', control('max-age=1'), 1, 'asked'],
    ['public, max-age', control('public, max-age=60'), 59, 'reused'],
    ['an hour', control('max-age=3600'), 3_599, 'reused'],
    ['a year, within an hour', control('max-age=31536000'), 3_599, 'reused'],
    ['a year, after an hour', control('max-age=31536000'), 3_600, 'asked'],
    ['immutable, after an hour', control('max-age=31536000, immutable'), 3_600, 'asked'],
    ['past 2^31, within an hour', control('max-age=2147483649'), 3_599, 'reused'],
    ['past 2^53, after an hour', control('max-age=99999999999999999999'), 3_600, 'asked'],
    ['no lifetime', {}, 0, 'asked'],
    ['public alone', control('public'), 0, 'asked'],
    ['immutable alone', control('immutable'), 0, 'asked'],
    ['Last-Modified long ago, for no guess is made', () => ({ 'last-modified': at(-1e7) }), 0, 'asked'],
  ],
  'A63 a lifetime that is written': [
    ['in capitals', control('MAX-AGE=60'), 59, 'reused'],
    ['in quotes', control('max-age="60"'), 59, 'reused'],
    ['in single quotes', control("max-age='60'"), 0, 'asked'],
    ['with zeros before it', control('max-age=00060'), 59, 'reused'],
    ['with letters behind it', control('max-age=60s'), 0, 'asked'],
    ['in words', control('max-age=sixty'), 0, 'asked'],
    ['as a fraction', control('max-age=60.5'), 0, 'asked'],
    ['negative', control('max-age=-60'), 0, 'asked'],
    ['with an exponent', control('max-age=1e3'), 0, 'asked'],
    ['empty', control('max-age='), 0, 'asked'],
    ['without a value', control('max-age'), 0, 'asked'],
    ['with a blank before the sign', control('max-age =60'), 0, 'asked'],
    ['twice, the smaller first', control('max-age=60, max-age=600'), 60, 'asked'],
    ['twice, the smaller last', control('max-age=600, max-age=60'), 59, 'reused'],
    ['twice, the larger is not reached', control('max-age=600, max-age=60'), 60, 'asked'],
    ['in two lines', { 'Cache-Control': ['public', 'max-age=60'] }, 59, 'reused'],
    ['behind an empty member', control(', max-age=60'), 59, 'reused'],
    ['behind a directive nobody knows', control('surprise=5, max-age=60'), 59, 'reused'],
    ['within the quotes of another', control('surprise="max-age=600", max-age=60'), 60, 'asked'],
    ['beside a no-store within quotes', control('surprise="no-store", max-age=60'), 59, 'reused'],
  ],
  'A65 a lifetime of shared caches': [
    ['s-maxage', control('s-maxage=60'), 59, 'reused'],
    ['s-maxage, when it is over', control('s-maxage=60'), 60, 'asked'],
    ['s-maxage that is longer than max-age', control('s-maxage=60, max-age=1'), 59, 'reused'],
    ['s-maxage that is shorter', control('s-maxage=1, max-age=60'), 1, 'asked'],
    ['s-maxage of 0', control('s-maxage=0, max-age=60'), 0, 'asked'],
    ['s-maxage that cannot be read', control('s-maxage=long, max-age=60'), 0, 'asked'],
    ['s-maxage over Expires', () => control('s-maxage=60', { expires: at(-60) }), 59, 'reused'],
  ],
  'A66 Expires': [
    ['Expires', () => ({ expires: at(60) }), 58, 'reused'],
    ['Expires, when it is over', () => ({ expires: at(60) }), 61, 'asked'],
    ['Expires in the past', () => ({ expires: at(-60) }), 0, 'asked'],
    ['Expires now', () => ({ expires: at(0) }), 0, 'asked'],
    ['Expires 0', { expires: '0' }, 0, 'asked'],
    ['Expires -1', { expires: '-1' }, 0, 'asked'],
    ['Expires that is no date', { expires: 'tomorrow' }, 0, 'asked'],
    ['Expires in another form of date', { expires: '2999-01-01T00:00:00Z' }, 0, 'asked'],
    ['Expires in a year, after an hour', () => ({ expires: at(3e7) }), 3_600, 'asked'],
    ['Expires by a clock that is an hour ahead', () => ({ date: at(3_600), expires: at(3_660) }), 59, 'reused'],
    ['the same, when it is over', () => ({ date: at(3_600), expires: at(3_660) }), 60, 'asked'],
    ['Expires behind max-age', () => control('max-age=60', { expires: at(-60) }), 59, 'reused'],
    ['Expires beyond max-age', () => control('max-age=60', { expires: at(600) }), 60, 'asked'],
    [
      'Expires beyond a max-age that cannot be read',
      () => control('max-age=x', { expires: at(600) }),
      0,
      'asked',
    ],
  ],
  'A66 an age': [
    ['Age, with what is left', control('max-age=60', { age: '30' }), 29, 'reused'],
    ['Age, when that is over', control('max-age=60', { age: '30' }), 30, 'asked'],
    ['Age that used it up, for the pause of a page', control('max-age=60', { age: '60' }), 4, 'reused'],
    ['Age that used it up, after that pause', control('max-age=60', { age: '60' }), 5, 'asked'],
    ['Age beyond an hour', control('max-age=3600', { age: '7200' }), 5, 'asked'],
    ['Age past 2^31', control('max-age=31536000', { age: '99999999999' }), 5, 'asked'],
    [
      'a tag beside an Age, for a cache cannot speak for its origin',
      control('max-age=60', { age: '1', etag: '"a"' }),
      60,
      'asked',
    ],
    ['a tag beside a Via', control('max-age=60', { via: '1.1 a', etag: '"a"' }), 60, 'asked'],
    ['Age that is negative', control('max-age=60', { age: '-30' }), 59, 'reused'],
    ['Age that is a fraction', control('max-age=60', { age: '30.5' }), 59, 'reused'],
    ['Age in words', control('max-age=60', { age: 'old' }), 59, 'reused'],
    ['two Ages, of which the first counts', control('max-age=60', { age: '10, 60' }), 49, 'reused'],
    ['Date of yesterday', () => control('max-age=60', { date: at(-86_400) }), 59, 'reused'],
    ['Date of tomorrow', () => control('max-age=60', { date: at(86_400) }), 60, 'asked'],
  ],
  'A65 what may not be stored': [
    ['no-store', control('no-store'), 0, 'asked'],
    ['no-store beside max-age', control('max-age=60, no-store'), 0, 'asked'],
    ['no-store in capitals', control('No-Store, max-age=60'), 0, 'asked'],
    ['no-store with a tag', control('no-store, max-age=60', tag), 0, 'asked'],
    ['private', control('private, max-age=60'), 0, 'asked'],
    ['private with a tag', control('private, max-age=60', tag), 0, 'asked'],
    ['private of one field', control('private="set-cookie", max-age=60'), 0, 'asked'],
    ['private beside s-maxage', control('private, s-maxage=60'), 0, 'asked'],
    ['no-cache', control('no-cache, max-age=60'), 0, 'asked'],
    ['no-cache of one field', control('no-cache="set-cookie", max-age=60'), 0, 'asked'],
    ['no-cache with a tag', control('no-cache, max-age=60', tag), 0, 'validated'],
  ],
  'A65 what is said of afterwards': [
    ['must-revalidate, before', control('max-age=60, must-revalidate'), 59, 'reused'],
    ['must-revalidate, after', control('max-age=60, must-revalidate', tag), 60, 'validated'],
    ['proxy-revalidate, before', control('max-age=60, proxy-revalidate'), 59, 'reused'],
    ['proxy-revalidate, after', control('max-age=60, proxy-revalidate', tag), 60, 'validated'],
    ['stale-while-revalidate', control('max-age=60, stale-while-revalidate=600'), 60, 'asked'],
    ['stale-if-error, where there is none', control('max-age=60, stale-if-error=600'), 60, 'asked'],
  ],
  'A66 what it varies by': [
    ['Vary: *', control('max-age=60', { vary: '*' }), 0, 'asked'],
    ['Vary: *, among others', control('max-age=60', { vary: 'accept, *' }), 0, 'asked'],
    ['Vary: * with a tag', control('max-age=60', { vary: '*', ...tag }), 0, 'asked'],
    ['Vary by encoding', control('max-age=60', { vary: 'Accept-Encoding' }), 59, 'reused'],
    [
      'Vary by what no question has',
      control('max-age=60', { vary: 'cookie, authorization, origin' }),
      59,
      'reused',
    ],
    ['Set-Cookie, for no question has one', control('max-age=60', { 'set-cookie': 'a=b' }), 59, 'reused'],
  ],
  'A65 tags': [
    ['a tag, before', control('max-age=60', tag), 59, 'reused'],
    ['a tag, after', control('max-age=60', tag), 60, 'validated'],
    ['a weak tag, after', control('max-age=60', { etag: 'W/"a"' }), 60, 'validated'],
    ['two tags, after', control('max-age=60', { ETag: ['"a"', '"b"'] }), 60, 'asked'],
    ['a tag without quotes, after', control('max-age=60', { etag: 'a' }), 60, 'asked'],
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
    // The origin has answered, so a 304 can be trusted.
    await ask(status);
    const second = await ask(nodes);
    expect(second.status).toBe(200);
    expect(await second.text()).toBe(list);
    expect(second.headers.get('set-cookie')).toBeNull();
    const [, again, ...others] = upstream.requests.filter(({ url }) => url === nodes);
    expect(again ? (again.headers['if-none-match'] ? 'validated' : 'asked') : 'reused').toBe(becomes);
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

describe('A65 a 304', () => {
  /** A list that the upstream renews with `headers` from the second request on. */
  async function renewedBy(headers: OutgoingHttpHeaders, first: OutgoingHttpHeaders = {}) {
    const upstream = await answering((outgoing) => {
      if (outgoing.req.url === status) outgoing.writeHead(200, json).end('{}');
      else if (outgoing.req.headers['if-none-match'] === undefined)
        outgoing.writeHead(200, { ...json, ...lasting, ...tag, ...first }).end(list);
      else outgoing.writeHead(304, headers).end();
    });
    const ask = proxyTo(upstream);
    await ask(nodes);
    pass(60);
    await ask(status);
    const renewed = await ask(nodes);
    return { ask, listRequests: () => upstream.requests.filter(({ url }) => url === nodes), renewed };
  }

  it('renews the lifetime and the date', async () => {
    const { ask, listRequests, renewed } = await renewedBy({
      ...tag,
      'cache-control': 'max-age=600',
      date: at(9),
    });
    expect(await renewed.text()).toBe(list);
    expect(renewed.headers.get('cache-control')).toBe('max-age=600');
    pass(599);
    const later = await ask(nodes);
    expect(later.headers.get('age')).toBe('599');
    expect(Date.parse(later.headers.get('date') ?? '')).toBeGreaterThan(Date.now());
    expect(listRequests()).toHaveLength(2);
    pass(1);
    await ask(nodes);
    expect(listRequests()).toHaveLength(3);
  });

  it('with an Age comes from a cache: the list is requested without a tag', async () => {
    const { listRequests, renewed } = await renewedBy({ ...tag, age: '7' });
    expect(await renewed.text()).toBe(list);
    expect(listRequests().map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
      undefined,
    ]);
  });

  it('without a tag renews the cached list', async () => {
    const { listRequests, renewed } = await renewedBy({});
    expect(renewed.status).toBe(200);
    expect(listRequests()).toHaveLength(2);
  });

  it('with another tag renews nothing: the complete list is requested', async () => {
    const { listRequests, renewed } = await renewedBy({ etag: '"b"' });
    expect(await renewed.text()).toBe(list);
    expect(listRequests().map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
      undefined,
    ]);
  });

  it('to an unconditional request is a failure', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(304, tag).end());
    expect(await problemOf(await proxyTo(upstream)(nodes))).toMatchObject({ kind: 'protocol' });
  });

  it('with no-store removes the list from the cache', async () => {
    const { ask, listRequests } = await renewedBy({ ...tag, 'cache-control': 'no-store' });
    await ask(nodes);
    expect(listRequests()[2]?.headers['if-none-match']).toBeUndefined();
  });
});

describe('without a good status response no 304 is trusted', () => {
  it.each<[string, number | null]>([
    ['a status that fails', 500],
    ['a status that nobody reads', null],
  ])('%s', async (_, code) => {
    const upstream = await answering((outgoing) => {
      if (outgoing.req.url === status) outgoing.writeHead(code ?? 200, json).end('{}');
      else outgoing.writeHead(200, { ...json, ...lasting, ...tag }).end(list);
    });
    const ask = proxyTo(upstream);
    await ask(nodes);
    pass(60);
    if (code !== null) await ask(status);
    await ask(nodes);
    expect(upstream.requests.map(({ headers }) => headers['if-none-match'] ?? null)).not.toContain('"a"');
  });
});

it('the host does not send a tag after a status response came through a cache', async () => {
  const upstream = await answering((outgoing) => {
    if (outgoing.req.url === status) outgoing.writeHead(200, { ...json, via: '1.1 front' }).end('{}');
    else outgoing.writeHead(200, { ...json, ...lasting, ...tag }).end(list);
  });
  const ask = proxyTo(upstream);
  await ask(status);
  await ask(nodes);
  pass(60);
  await ask(status);
  await ask(nodes);
  expect(upstream.requests.map((request) => request.headers['if-none-match'] ?? null)).not.toContain('"a"');
});

it('the host does not send a tag to a server that names itself a cache', async () => {
  const upstream = await answering((outgoing) => {
    if (outgoing.req.url === status) outgoing.writeHead(200, json).end('{}');
    else outgoing.writeHead(200, { ...json, ...lasting, ...tag, server: 'ATS/9.2.9' }).end(list);
  });
  const ask = proxyTo(upstream);
  await ask(status);
  const { headers } = await ask(nodes);
  pass(60);
  await ask(status);
  await ask(nodes);
  expect(upstream.requests.map((request) => request.headers['if-none-match'] ?? null)).not.toContain('"a"');
  expect(headers.get('server')).toBeNull();
});

it('a changed list replaces the cached one', async () => {
  let version = 1;
  const upstream = await answering((outgoing) =>
    outgoing.writeHead(200, { ...json, ...lasting, etag: `"${version}"` }).end(`[${version}]`),
  );
  const ask = proxyTo(upstream);
  await ask(nodes);
  version = 2;
  pass(60);
  for (let viewer = 0; viewer < 2; viewer += 1) expect(await (await ask(nodes)).text()).toBe('[2]');
  expect(upstream.requests).toHaveLength(2);
});

describe('a served list', () => {
  it.each([
    ['public, max-age=60', 'public, max-age=60'],
    ['max-age=31536000, immutable', 'max-age=3600'],
    ['s-maxage=99999999, max-age="7200"', 's-maxage=3600, max-age=3600'],
    ['max-age=60, stale-while-revalidate=600, stale-if-error=600', 'max-age=60'],
    ['max-age=1.5', 'max-age=1.5'],
    ['surprise="a, max-age=7200", max-age=5', 'surprise="a, max-age=7200", max-age=5'],
  ])('with Cache-Control %s is served with %s', async (sent, expected) => {
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, 'cache-control': sent }).end(list),
    );
    expect((await proxyTo(upstream)(nodes)).headers.get('cache-control')).toBe(expected);
  });

  it.each(['"a"', 'W/"a"', '"x", W/"a"', '*'])('becomes a 304 for a viewer that sends %s', async (has) => {
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, ...lasting, ...tag }).end(list),
    );
    const ask = proxyTo(upstream);
    await ask(nodes);
    pass(30);
    const second = await ask(nodes, { headers: { 'if-none-match': has } });
    expect([second.status, await second.text()]).toEqual([304, '']);
    expect(Object.fromEntries(second.headers)).toMatchObject({ ...lasting, ...tag, age: '30' });
    const other = await ask(nodes, { headers: { 'if-none-match': '"b"' } });
    expect([other.status, await other.text()]).toEqual([200, list]);
    expect(upstream.requests).toHaveLength(1);
  });

  it('becomes a 304 with Age 0, so that no cache keeps the Age of the response that it confirms', async () => {
    let age = '50';
    const upstream = await answering((outgoing) =>
      outgoing.writeHead(200, { ...json, ...lasting, ...tag, ...(age !== '' && { age }) }).end(list),
    );
    const ask = proxyTo(upstream);
    expect((await ask(nodes)).headers.get('age')).toBe('50');
    pass(60);
    age = '';
    const { status, headers } = await ask(nodes, { headers: { 'if-none-match': '"a"' } });
    expect([status, headers.get('age'), headers.get('edgewatch-age')]).toEqual([304, '0', '0']);
  });

  it('is complete for a viewer that sends the tag of a status', async () => {
    const upstream = await answering((outgoing) => outgoing.writeHead(200, { ...json, ...tag }).end('{}'));
    const answer = await proxyTo(upstream)('/api/v2/status', { headers: { 'if-none-match': '"a"' } });
    expect(answer.status).toBe(200);
  });
});

/** A service whose first response is good, and whose later ones are `fail`. */
async function thenFailing(
  fail: (outgoing: ServerResponse) => void,
  headers: OutgoingHttpHeaders = lasting,
  path = nodes,
) {
  let isWell = true;
  const upstream = await answering((outgoing) => {
    if (isWell) outgoing.writeHead(200, { ...json, ...headers }).end(list);
    else fail(outgoing);
  });
  const ask = proxyTo(upstream, { timeoutMilliseconds: 300 });
  expect((await ask(path)).status).toBe(200);
  isWell = false;
  return { upstream, ask, recover: () => (isWell = true) };
}

const failing =
  (status: number, headers: OutgoingHttpHeaders = {}) =>
  (outgoing: ServerResponse) =>
    outgoing.writeHead(status, { ...json, ...headers }).end('{}');

describe('H18 the last good list', () => {
  it.each<[string, (outgoing: ServerResponse) => void]>([
    ['500', failing(500)],
    ['502', failing(502)],
    ['503', failing(503)],
    ['504', failing(504)],
    ['429', failing(429)],
    ['a reset', (outgoing) => outgoing.destroy()],
    ['no answer', () => undefined],
  ])('is served with a mark after %s', async (_, fail) => {
    const { ask } = await thenFailing(fail, { ...lasting, ...tag });
    pass(75);
    const answer = await ask(nodes);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(list);
    const { headers } = answer;
    expect([headers.get('age'), headers.get('cache-control')]).toEqual(['75', 'no-store']);
    const since = Date.now() - Date.parse(headers.get('edgewatch-last-good') ?? '');
    expect(since).toBeGreaterThan(74_000);
    expect(since).toBeLessThan(78_000);
  });

  it.each([401, 403, 404, 405, 410, 501])('is never served after a %i', async (status) => {
    const { ask } = await thenFailing(failing(status));
    pass(75);
    expect((await ask(nodes)).status).toBe(status);
    expect((await ask(nodes)).headers.get('edgewatch-last-good')).toBeNull();
  });

  it.each([
    'no-store, max-age=60',
    'private, max-age=60',
    'max-age=60, must-revalidate',
    'max-age=60, proxy-revalidate',
    's-maxage=60',
    'no-cache',
  ])('is not served if the service forbids it: %s', async (value) => {
    const { ask } = await thenFailing(failing(503), control(value, tag));
    pass(75);
    expect((await ask(nodes)).status).toBe(503);
  });

  it('is served even if it states no lifetime', async () => {
    const { ask } = await thenFailing(failing(503), {});
    expect((await ask(nodes)).headers.get('edgewatch-last-good')).not.toBeNull();
  });

  it('is never served for a status', async () => {
    const { ask } = await thenFailing(failing(503), lasting, '/api/v2/status');
    pass(10);
    const answer = await ask('/api/v2/status');
    expect([answer.status, answer.headers.get('edgewatch-last-good')]).toEqual([503, null]);
  });

  it('comes with Retry-After, and gives way to the next good response', async () => {
    const { ask, recover } = await thenFailing(failing(503, { 'retry-after': '1' }));
    pass(75);
    expect((await ask(nodes)).headers.get('retry-after')).toBe('1');
    recover();
    pass(1);
    const { headers } = await ask(nodes);
    expect([headers.get('edgewatch-last-good'), headers.get('cache-control')]).toEqual([
      null,
      lasting['cache-control'],
    ]);
  });

  it('is not served to a page that has its own copy and prefers the failure', async () => {
    const { ask } = await thenFailing(failing(503));
    pass(75);
    const accept = 'application/json;q=0.9, application/problem+json';
    expect((await ask(nodes, { headers: { accept } })).status).toBe(503);
    const either = 'application/json, application/problem+json';
    expect((await ask(nodes, { headers: { accept: either } })).status).toBe(200);
  });
});

describe('A65 an earlier response does not come back', () => {
  const forcedRequest = { headers: { 'cache-control': 'max-age=0' } };

  it.each(['no-store', 'private, max-age=60', 'max-age=0'])(
    'after a newer one that must not be cached: %s',
    async (value) => {
      let version = 0;
      const upstream = await answering((outgoing) => {
        version += 1;
        const headers = version === 1 ? control('max-age=3600') : control(value);
        outgoing.writeHead(200, { ...json, ...headers }).end(`[${version}]`);
      });
      const ask = proxyTo(upstream);
      await ask(nodes);
      expect(await (await ask(nodes, forcedRequest)).text()).toBe('[2]');
      expect(await (await ask(nodes)).text()).toBe('[3]');
    },
  );

  it.each([401, 403, 404, 405, 410, 501])('after a %i', async (status) => {
    const { ask } = await thenFailing(failing(status), control('max-age=3600'));
    expect((await ask(nodes, forcedRequest)).status).toBe(status);
    expect((await ask(nodes)).status).toBe(status);
  });

  it('but stays if a forced request fails', async () => {
    const { ask, upstream } = await thenFailing(failing(503), control('max-age=3600'));
    const forced = await ask(nodes, forcedRequest);
    expect(forced.headers.get('edgewatch-last-good')).not.toBeNull();
    const plain = await ask(nodes);
    expect([plain.status, plain.headers.get('edgewatch-last-good')]).toEqual([200, null]);
    expect(upstream.requests).toHaveLength(2);
  });
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

  it('too early is 429 if nothing is cached', async () => {
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

describe('A61, A62, A67, A68 ten minutes of viewers that poll every five seconds', () => {
  it.each([1, 100])('%i viewers cost as many requests as the lifetimes allow', async (viewers) => {
    const upstream = await answering((outgoing) => {
      const { url = '' } = outgoing.req;
      const stated = url.endsWith('regions') ? 'public, max-age=300' : 'public, max-age=60';
      // The API gives v1 assets no lifetime. A status is not cached by its header, even if that allows it.
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
