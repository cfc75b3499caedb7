import { type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import { exact } from '#domain/lists/claim.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import {
  answering,
  ask,
  events,
  eventsPath,
  failureOf,
  type Handler,
  now,
  serving,
  status,
  statusPath,
  twoTypes,
} from '#testing/requests.ts';
import { addressOf } from './exchange.ts';
import { retryAfter } from './request.ts';
import { statusReader } from './status-reader.ts';

test('the last good response of a host is marked as such, and a client with a response does not request it', async () => {
  const accepted: (string | undefined)[] = [];
  const baseUrl = await serving((outgoing) => {
    accepted.push(outgoing.req.headers.accept);
    answering(twoTypes, {
      age: '75',
      'edgewatch-last-good': 'Thu, 12 Mar 2026 13:58:45 GMT',
      'retry-after': '30',
    })(outgoing);
  });
  const answer = await ask(baseUrl, eventsPath, events);
  expect(answer).toMatchObject({ ageSeconds: 75, lastGood: { retryAt: now + 30_000 } });
  await ask(baseUrl, eventsPath, events, { earlier: answer });
  expect(accepted).toEqual([
    'application/json, application/problem+json',
    'application/json;q=0.9, application/problem+json',
  ]);
});

describe('a response', () => {
  test('has rows, pagination, timestamps, lifetime and size', async () => {
    const baseUrl = await serving(
      answering(twoTypes, {
        'cache-control': 'public, max-age=60',
        age: '12',
        date: 'Thu, 12 Mar 2026 13:59:59 GMT',
        etag: '"7"',
      }),
    );
    const answer = await ask(baseUrl, eventsPath, events);
    expect(answer.value.count).toBe(2);
    expect(answer.value.content.listing(exact).count).toBe(2);
    expect(answer.value.pagination).toEqual({ limit: 100, count: 2, hasMore: false });
    expect(answer.findings).toEqual([]);
    expect(answer).toMatchObject({
      path: eventsPath,
      receivedAt: now,
      servedAt: now - 1_000,
      ageSeconds: 12,
      lifetime: { milliseconds: 48_000, stated: true, uncacheable: false },
      uncacheableRun: 0,
      spread: 0.25,
      latencyMilliseconds: 0,
      bytes: twoTypes.length,
    });
    expect(answer.headers).toMatchObject({
      cacheControl: 'public, max-age=60',
      age: '12',
      etag: '"7"',
      expires: null,
    });
  });

  test('of a status document has the poll period as its lifetime, with any headers', async () => {
    const baseUrl = await serving(answering(status, { 'cache-control': 'public, max-age=3600' }));
    const answer = await ask(baseUrl, statusPath, statusReader);
    expect(answer.value.components).toEqual([{ name: 'API', status: 'operational' }]);
    expect(answer.lifetime.milliseconds).toBe(10_000);
  });

  test('of a status document from a stored copy is old on arrival, and counted while that repeats', async () => {
    const baseUrl = await serving(answering(status, { age: '9' }));
    const first = await ask(baseUrl, statusPath, statusReader);
    const next = await ask(baseUrl, statusPath, statusReader, { earlier: first });
    expect([first.ageSeconds, first.uncacheableRun, next.uncacheableRun]).toEqual([9, 1, 2]);
    const young = await serving(answering(status, { age: '4' }));
    expect((await ask(young, statusPath, statusReader, { earlier: next })).uncacheableRun).toBe(0);
  });

  test('that deviates from the API document is returned with findings', async () => {
    const baseUrl = await serving(answering(twoTypes.replace('"count":3', '"count":"3"')));
    const answer = await ask(baseUrl, eventsPath, events);
    expect(answer.value.count).toBe(2);
    expect(answer.findings).toMatchObject([
      { endpoint: eventsPath, path: 'data[].count', item: 'evt_aaaaaaaaaaaaaa' },
    ]);
  });

  test('without a lifetime is counted, so that the interval doubles', async () => {
    const baseUrl = await serving(answering(twoTypes, { 'cache-control': 'no-cache' }));
    const first = await ask(baseUrl, eventsPath, events);
    const second = await ask(baseUrl, eventsPath, events, { earlier: first });
    expect([first.lifetime.milliseconds, second.lifetime.milliseconds]).toEqual([5_000, 10_000]);
    expect(second.uncacheableRun).toBe(2);
  });

  test('delivered with the page has the receipt time of the page', async () => {
    const answer = await ask('http://nowhere.test', eventsPath, events, {
      transport: async () => ({ response: new Response(twoTypes), at: now - 4_000 }),
    });
    expect(answer.receivedAt).toBe(now - 4_000);
    expect(answer.latencyMilliseconds).toBeNull();
  });

  test('without a readable Date has no server time', async () => {
    const baseUrl = await serving((outgoing) => {
      outgoing.sendDate = false;
      answering(twoTypes, { date: '0' })(outgoing);
    });
    expect((await ask(baseUrl, eventsPath, events)).servedAt).toBeNull();
  });

  test('is requested by GET with only the documented parameters, in a fixed order', async () => {
    let seen: IncomingMessage | undefined;
    const baseUrl = await serving((outgoing, incoming) => {
      seen = incoming;
      answering(twoTypes)(outgoing);
    });
    await ask(`${baseUrl}/behind/a/path/`, eventsPath, events, { parameters: { region: 'fra1', limit: 20 } });
    expect(seen?.method).toBe('GET');
    expect(seen?.url).toBe('/behind/a/path/api/v1/events?limit=20&region=fra1');
    expect(seen?.headers.accept).toBe('application/json, application/problem+json');
    expect(seen?.headers.cookie).toBeUndefined();
  });
});

describe('a response larger than the limit', () => {
  const limits = { ...defaultLimits, maximumBodyBytes: 1000 };
  const long = JSON.stringify({ object: 'list', data: [], filler: 'x'.repeat(5000) });

  test.each([
    ['by Content-Length', answering(long, { 'content-length': String(long.length) })],
    [
      'without Content-Length',
      (outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        outgoing.write(long.slice(0, 900));
        outgoing.end(long.slice(900));
      },
    ],
    [
      'once it is decompressed',
      (outgoing) => {
        const packed = gzipSync(long);
        expect(packed.length).toBeLessThan(1000);
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        outgoing.end(packed);
      },
    ],
    [
      'by the length that the compressing host states',
      answering(gzipSync(twoTypes), { 'content-encoding': 'gzip', 'edgewatch-length': String(long.length) }),
    ],
    [
      'with any statement of the host',
      answering(gzipSync(long), { 'content-encoding': 'gzip', 'edgewatch-length': '10' }),
    ],
  ] satisfies readonly (readonly [string, Handler])[])('is rejected: %s', async (_case, handle) => {
    expect(await failureOf(handle, { limits })).toMatchObject({
      kind: 'too-large',
      message: 'the response is larger than 1000 bytes',
    });
  });

  test('of exactly the limit is read', async () => {
    const baseUrl = await serving(answering(twoTypes));
    const fits = { ...defaultLimits, maximumBodyBytes: twoTypes.length };
    expect((await ask(baseUrl, eventsPath, events, { limits: fits })).value.count).toBe(2);
  });

  test('is reported in MiB if the limit is at least 1 MiB', async () => {
    const large = { ...defaultLimits, maximumBodyBytes: 2 * 1024 * 1024 };
    const failure = await failureOf(answering('', { 'content-length': String(3 * 1024 * 1024) }), {
      limits: large,
    });
    expect(failure.message).toBe('the response is larger than 2 MiB');
  });
});

test('if the worker dies, a large body is requested again and read in the page', async () => {
  let requests = 0;
  const baseUrl = await serving((outgoing) => {
    requests += 1;
    answering(twoTypes)(outgoing);
  });
  const reader: typeof events = {
    ...events,
    longFrom: 0,
    openLarge: async () => ({
      write: () => undefined,
      end: () => Promise.reject(new ListGone()),
      cancel: () => undefined,
    }),
  };
  expect((await ask(baseUrl, eventsPath, reader)).value.count).toBe(2);
  expect(requests).toBe(2);
});

describe('cancelling a request', () => {
  test('before it starts', async () => {
    const failure = await failureOf(answering(twoTypes), { signal: AbortSignal.abort() });
    expect(failure.kind).toBe('aborted');
  });

  test('while it waits for the response', async () => {
    const leaving = new AbortController();
    const failure = await failureOf(() => leaving.abort(), { signal: leaving.signal });
    expect(failure.kind).toBe('aborted');
  });
});

test.each([
  ['absent', null, null, null],
  ['seconds', '120', null, 120],
  ['no seconds', '0', null, 0],
  ['a date, counted from Date', 'Thu, 12 Mar 2026 10:00:30 GMT', 'Thu, 12 Mar 2026 10:00:00 GMT', 30],
  ['a date, counted from our clock if Date is hidden', 'Thu, 12 Mar 2026 14:00:45 GMT', null, 45],
  ['a past date', 'Thu, 12 Mar 2026 13:00:00 GMT', null, null],
  ['negative', '-5', null, null],
  ['a fraction', '1.5', null, null],
  ['words', 'soon', null, null],
  ['empty', '', null, null],
])('Retry-After %s', (_case, value, date, seconds) => {
  expect(retryAfter(value, date, now)).toBe(seconds);
});

test.each([
  ['http://h', {}, 'http://h/api/v1/events'],
  ['http://h/', {}, 'http://h/api/v1/events'],
  ['deployments/edge', {}, 'deployments/edge/api/v1/events'],
  ['http://h/p', { limit: 5 }, 'http://h/p/api/v1/events?limit=5'],
  ['http://h', { region: 'fra1', limit: 5 }, 'http://h/api/v1/events?limit=5&region=fra1'],
  ['http://h', { region: 'a&b=c' }, 'http://h/api/v1/events?region=a%26b%3Dc'],
])('the address from %s with %j', (baseUrl, parameters, address) => {
  expect(addressOf(baseUrl, eventsPath, parameters)).toBe(address);
});
