import { expect, test } from 'vitest';
import { answering, problemOf, proxyTo, type TestUpstream } from '#testing/upstream.ts';

const path = '/api/v2/buckets';
const list = '{"object":"list","data":[],"pagination":{"limit":100,"count":0,"has_more":false}}';
const lifetime = { 'cache-control': 'public, max-age=60' };

function controlsOf({ requests }: TestUpstream) {
  return requests.map(({ headers }) => headers['cache-control']);
}

test('an error with a lifetime is reported as a possible stored copy, with the start of its repeats', async () => {
  const upstream = await answering((outgoing) => outgoing.writeHead(503, lifetime).end('{"id":"same"}'));
  const ask = proxyTo(upstream);
  const before = Date.now();
  const first = await problemOf(await ask(path));
  expect(first).toMatchObject({
    title: 'HTTP 503',
    kind: 'http',
    storedCopy: { since: null },
    detail: 'HTTP 503. It may be a stored copy of a cache.',
  });
  const repeated = await problemOf(await ask(path));
  const [, since = ''] = /the same since (\S+)\. It may be/.exec(JSON.stringify(repeated)) ?? [];
  expect(repeated).toMatchObject({ storedCopy: { since } });
  expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
});

test('the next request after such an error bypasses caches; after a response or another error it does not', async () => {
  let current = 0;
  const steps: readonly (readonly [status: number, headers: Record<string, string>])[] = [
    [503, {}],
    [503, lifetime],
    [503, lifetime],
    [200, { 'content-type': 'application/json', 'cache-control': 'no-store' }],
    [200, { 'content-type': 'application/json', 'cache-control': 'no-store' }],
  ];
  const upstream = await answering((outgoing) => {
    const [status, headers] = steps[current++] ?? [500, {}];
    outgoing.writeHead(status, headers).end(status === 200 ? list : '{}');
  });
  const ask = proxyTo(upstream);
  for (const _ of steps) await ask(path);
  expect(controlsOf(upstream)).toEqual([undefined, undefined, 'no-cache', 'no-cache', undefined]);
});

test('a response ends the series: the same error afterwards is new', async () => {
  let isWell = false;
  const upstream = await answering((outgoing) =>
    isWell
      ? outgoing.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(list)
      : outgoing.writeHead(503, lifetime).end('{}'),
  );
  const ask = proxyTo(upstream);
  await ask(path);
  isWell = true;
  await ask(path);
  isWell = false;
  expect(await problemOf(await ask(path))).toMatchObject({ storedCopy: { since: null } });
});

test('a body that never ends delays the error by at most a second, and shows no repeat', async () => {
  const upstream = await answering((outgoing) => {
    // The `Date` is another one each time, so that only an equal body could show a repeat.
    outgoing.writeHead(503, { ...lifetime, date: new Date(Date.now() + 1000 * Math.random()).toUTCString() });
    outgoing.write('{');
  });
  const timeoutMilliseconds = 30_000;
  const ask = proxyTo(upstream, { timeoutMilliseconds });
  const began = performance.now();
  expect(await problemOf(await ask(path))).toMatchObject({ status: 503, storedCopy: { since: null } });
  // Without the limit of a second, this would take as long as the request timeout.
  expect(performance.now() - began).toBeLessThan(timeoutMilliseconds / 2);
});

test('an error without a lifetime is reported without the note', async () => {
  const upstream = await answering((outgoing) => outgoing.writeHead(503).end('{}'));
  const problem = await problemOf(await proxyTo(upstream)(path));
  expect(problem).not.toHaveProperty('storedCopy');
  expect(problem).toMatchObject({ detail: expect.stringContaining('gave no usable response') });
});
