import { describe, expect, test } from 'vitest';
import { defaultLimits } from '#contract/host.ts';
import {
  answering,
  ask,
  events,
  eventsPath,
  failureOf,
  type Handler,
  serving,
  twoTypes,
} from '#testing/requests.ts';
import { Semaphore } from './semaphore.ts';

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
    ['an unrequested 304', answering('', {}, 304), 'protocol', 'HTTP 304', 304],
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
    // Port 9 (discard) of this machine: nothing listens there.
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
    const requestLimit = new Semaphore(1);
    const end = await requestLimit.take(new AbortController().signal);
    const parameters: string[] = [];
    const handle: Handler = (outgoing, { url = '' }) => {
      parameters.push(url);
      answering(twoTypes)(outgoing);
    };
    const failure = await failureOf(handle, { limits: short, requestLimit });
    expect(failure).toMatchObject({ kind: 'timeout', message: 'no response within 0.06 s' });
    expect(parameters).toEqual([]);
    end();
    // The failed request must not have kept its processing slot.
    await requestLimit.take(AbortSignal.timeout(1_000));
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
