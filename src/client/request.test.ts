import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import { defaultLimits } from '#contract/host.ts';
import { exact } from '#domain/lists/claim.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import { addressOf } from './exchange.ts';
import { pageReader } from './list-reader.ts';
import { type Reader, type RequestOptions, request, retryAfter } from './request.ts';
import { RequestFailure } from './request-failure.ts';
import { Semaphore } from './semaphore.ts';
import { statusReader } from './status-reader.ts';

const now = Date.parse('2026-03-12T14:00:00Z');
const eventsPath: EndpointPath = '/api/v1/events';
const statusPath: EndpointPath = '/api/v1/status';
const events = pageReader('event');

type Handler = (outgoing: ServerResponse, incoming: IncomingMessage) => void;

/** A real server on loopback, for the running test. */
async function serving(handle: Handler): Promise<string> {
  const server = createServer((incoming, outgoing) => handle(outgoing, incoming));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

type Options<T> = Partial<Omit<RequestOptions<T>, 'reader'>>;

function ask<T>(baseUrl: string, path: EndpointPath, reader: Reader<T>, options: Options<T> = {}) {
  return request({
    baseUrl,
    path,
    reader,
    pollMilliseconds: 10_000,
    now: () => now,
    random: () => 0.25,
    transport: async (url, init) => ({ response: await fetch(url, init) }),
    ...options,
  });
}

function answering(body: string | Uint8Array, headers: Record<string, string> = {}, code = 200) {
  return (outgoing: ServerResponse) => {
    outgoing.writeHead(code, { 'content-type': 'application/json', ...headers });
    outgoing.end(body);
  };
}

const twoTypes = JSON.stringify({
  object: 'list',
  data: [
    {
      id: 'evt_aaaaaaaaaaaaaa',
      created_at: '2026-01-01T00:00:00Z',
      name: 'object_created',
      count: 3,
      source: 'api',
    },
    {
      id: 'evt_bbbbbbbbbbbbbb',
      created_at: '2026-01-01T00:00:00Z',
      name: 'node_added',
      count: 4,
      source: 'server',
    },
  ],
  pagination: { limit: 100, count: 2, has_more: false },
});

const status = JSON.stringify({
  status: 'operational',
  version: 'v1',
  region: 'Graz',
  components: [{ name: 'API', status: 'operational' }],
  updated_at: '2026-03-12T13:59:58Z',
});

/** The failure of a request. Fails the test if the request succeeds. */
async function failureOf(handle: Handler | string, options: Options<unknown> = {}): Promise<RequestFailure> {
  const baseUrl = typeof handle === 'string' ? handle : await serving(handle);
  const outcome = await ask(baseUrl, eventsPath, events, options as Options<never>).catch(
    (cause: unknown) => cause,
  );
  if (outcome instanceof RequestFailure) return outcome;
  throw new Error('The request did not fail.', { cause: outcome });
}

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
    expect(answer.value.held.listing(exact).count).toBe(2);
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

  test('that deviates from the API document is kept, with findings', async () => {
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
    await ask(`${baseUrl}/behind/a/path/`, eventsPath, events, { asked: { region: 'fra1', limit: 20 } });
    expect(seen?.method).toBe('GET');
    expect(seen?.url).toBe('/behind/a/path/api/v1/events?limit=20&region=fra1');
    expect(seen?.headers.accept).toBe('application/json, application/problem+json');
    expect(seen?.headers.cookie).toBeUndefined();
  });
});

const page = '<!doctype html><title>Sign in</title><p>Hello';
const short = { ...defaultLimits, headersMilliseconds: 60, totalMilliseconds: 120 };

describe('an unusable response has a failure kind, a summary and its status', () => {
  test.each([
    [
      'a web page',
      answering(page, { 'content-type': 'text/html; charset=utf-8' }),
      'not-json',
      'a web page',
      200,
    ],
    ['text', answering('hello'), 'not-json', 'the response is not JSON', 200],
    ['JSON that ends early', answering(twoTypes.slice(0, 80)), 'not-json', 'the response is not JSON', 200],
    ['an empty body', answering(''), 'not-json', 'the response is empty', 200],
    [
      'a list without data',
      answering('{"object":"list"}'),
      'contract',
      'HTTP 200, but the response is not a list',
      200,
    ],
    ['a number', answering('7'), 'contract', 'it is not a JSON object', 200],
    ['204', answering('', {}, 204), 'protocol', 'HTTP 204', 204],
    ['304, which nobody asked for', answering('', {}, 304), 'protocol', 'HTTP 304', 304],
    ['404', answering('{}', {}, 404), 'http', 'HTTP 404', 404],
    [
      '404 in a problem document',
      answering('{"status":404}', { 'content-type': 'application/problem+json' }),
      'http',
      'HTTP 404',
      404,
    ],
    ['500', answering('{}', {}, 500), 'http', 'HTTP 500', 500],
    ['401', answering('{}', {}, 401), 'refused', 'HTTP 401', 401],
    ['403', answering('{}', {}, 403), 'refused', 'HTTP 403', 403],
    [
      'a redirect',
      answering('', { location: 'https://elsewhere.test/' }, 302),
      'redirect',
      'is a redirect',
      302,
    ],
    ['a permanent redirect', answering('', { location: '/api' }, 308), 'redirect', 'is a redirect', 308],
  ] satisfies readonly (readonly [string, Handler, string, string, number])[])(
    '%s',
    async (_case, handle, kind, clause, code) => {
      const failure = await failureOf(handle);
      expect(failure).toMatchObject({ path: eventsPath, kind, status: code });
      expect(failure.message).toContain(clause);
    },
  );

  test.each<[string, Handler]>([
    ['a redirect', answering('', { location: 'https://elsewhere.test/' }, 302)],
    ['401', answering('{}', {}, 401)],
    ['403', answering(page, { 'content-type': 'text/html' }, 403)],
    ['a web page', answering(page, { 'content-type': 'text/html; charset=utf-8' })],
  ])('%s is a log-in at a proxy if our own host does not respond either', async (_case, handle) => {
    const baseUrl = await serving(handle);
    const failure = (isOwnHost: boolean) =>
      ask(baseUrl, eventsPath, events, { isOwnHost: async () => isOwnHost }).catch((cause: unknown) => cause);
    expect(await failure(false)).toMatchObject({ kind: 'refused', reason: 'proxy-log-in' });
    expect(await failure(true)).not.toMatchObject({ reason: 'proxy-log-in' });
  });

  test.each<[string, Handler]>([
    [
      'a problem document',
      answering('{"kind":"redirect"}', { 'content-type': 'application/problem+json' }, 502),
    ],
    ['its own 401', answering('{"kind":"refused"}', { 'content-type': 'application/problem+json' }, 401)],
    ['503', answering(page, { 'content-type': 'text/html' }, 503)],
    ['an answer', answering('{}')],
  ])('%s is no log-in, and our own host is not requested', async (_case, handle) => {
    let probes = 0;
    const isOwnHost = async () => {
      probes += 1;
      return false;
    };
    const options = { isOwnHost };
    const failure = await ask(await serving(handle), eventsPath, events, options).catch(
      (cause: unknown) => cause,
    );
    expect(failure).not.toMatchObject({ reason: 'proxy-log-in' });
    expect(probes).toBe(0);
  });

  test('a web page is reported with its title, a redirect with its target', async () => {
    const html = await failureOf(answering(page, { 'content-type': 'text/html' }));
    expect(html.detail).toBe('a page titled “Sign in”');
    const redirect = await failureOf(answering('', { location: 'https://elsewhere.test/' }, 302));
    expect(redirect.detail).toBe('https://elsewhere.test/');
  });

  test('a closed port is reported as no connection', async () => {
    // Nothing listens on the discard port of loopback.
    expect(await failureOf('http://127.0.0.1:9')).toMatchObject({
      kind: 'unreachable',
      message: 'no connection',
    });
  });

  test('a connection reset before the response is reported as no connection', async () => {
    const failure = await failureOf((outgoing) => outgoing.destroy());
    expect(failure).toMatchObject({ kind: 'unreachable', message: 'no connection' });
  });

  test('a connection that breaks within the response is reported as such', async () => {
    const failure = await failureOf((outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
      outgoing.write('{"object":', () => outgoing.destroy());
    });
    expect(failure).toMatchObject({ kind: 'unreachable', message: 'the connection broke during the response' });
  });

  test('a silent server ends in a timeout for the headers', async () => {
    const failure = await failureOf(() => undefined, { limits: short });
    expect(failure).toMatchObject({ kind: 'timeout', message: 'no response within 0.06 s' });
  });

  test('a request that waits too long for a slot ends in a timeout', async () => {
    const turns = new Semaphore(1);
    const end = await turns.take(new AbortController().signal);
    const asked: string[] = [];
    const handle: Handler = (outgoing, { url = '' }) => {
      asked.push(url);
      answering(twoTypes)(outgoing);
    };
    const failure = await failureOf(handle, { limits: short, turns });
    expect(failure).toMatchObject({ kind: 'timeout', message: 'no response within 0.06 s' });
    expect(asked).toEqual([]);
    end();
    // It left no slot taken.
    await turns.take(AbortSignal.timeout(1_000));
  });

  test('an endless response ends in a timeout for the body', async () => {
    const failure = await failureOf(
      (outgoing) => {
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        outgoing.write('{"object":"list","data":[');
      },
      { limits: { ...short, headersMilliseconds: 1_000 } },
    );
    expect(failure).toMatchObject({ kind: 'timeout', message: 'no response within 0.12 s' });
  });

  test('an error is reported at once, even with an endless body', async () => {
    const failure = await failureOf(
      (outgoing) => {
        outgoing.writeHead(503, { 'content-type': 'text/html', 'retry-after': '7' });
        outgoing.write(page);
      },
      { limits: { ...defaultLimits, maximumBodyBytes: 10 } },
    );
    expect(failure).toMatchObject({ kind: 'http', message: 'HTTP 503', retryAfterSeconds: 7 });
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

describe('the report of the gateway on a failed upstream request', () => {
  const problem = (body: unknown, code = 502) =>
    answering(JSON.stringify(body), { 'content-type': 'application/problem+json' }, code);

  test.each([
    ['a timeout', { kind: 'timeout', title: 'no response within 10 s' }, 'timeout', 'no response within 10 s'],
    ['a refusal', { kind: 'refused', title: 'HTTP 401' }, 'refused', 'HTTP 401'],
    ['no title', { kind: 'unreachable' }, 'unreachable', 'HTTP 502'],
    ['an HTTP error keeps its own status', { kind: 'http', title: 'something' }, 'http', 'HTTP 502'],
    ['an unknown kind', { kind: 'gremlins', title: 'something' }, 'http', 'HTTP 502'],
    [
      'a cancelled request, which only the client can know',
      { kind: 'aborted', title: 'something' },
      'http',
      'HTTP 502',
    ],
    ['no object', [1, 2], 'http', 'HTTP 502'],
  ])('%s', async (_case, body, kind, message) => {
    expect(await failureOf(problem(body))).toMatchObject({ kind, message, status: 502 });
  });

  test('is cut to 300 characters', async () => {
    const failure = await failureOf(
      problem({ kind: 'protocol', title: 't'.repeat(9000), detail: 'd'.repeat(9000) }),
    );
    expect(failure.message).toHaveLength(300);
    expect(failure.detail).toHaveLength(300);
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
])('the address from %s with %j', (baseUrl, asked, address) => {
  expect(addressOf(baseUrl, eventsPath, asked)).toBe(address);
});
