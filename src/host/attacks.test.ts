/** What an upstream can do to a host that other upstreams and viewers use. */

import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { endpointAt, endpointPaths, isListResource, pathsOf } from '#contract/endpoints.ts';
import { listeningHost } from '#testing/host.ts';
import { answering, problemOf, proxyTo } from '#testing/upstream.ts';
import { startWorkTime } from '#testing/work-time.ts';

const json = { 'content-type': 'application/json' };
const status = '{"status":"operational","components":[]}';
const statusPaths = pathsOf('status');
const listPaths = endpointPaths.filter((path) => isListResource(endpointAt(path).resource));

function sickIn(list: (outgoing: ServerResponse) => void) {
  return answering((outgoing) => {
    if (outgoing.req.url?.endsWith('/status')) outgoing.writeHead(200, json).end(status);
    else list(outgoing);
  });
}

function drip(outgoing: ServerResponse): void {
  outgoing.writeHead(200, json);
  const drops = setInterval(() => outgoing.write(' '), 5);
  outgoing.on('close', () => clearInterval(drops));
}

const titles = '<title'.repeat((400 * 1024) / 6);

function answerTitles(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'text/html' }).end(titles);
}

/**
 * Does some work.
 *
 * @returns its result, and the longest time that the event loop was blocked (`longest`), in milliseconds: the
 *   longest wait of any other request.
 */
async function waitsDuring<T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> {
  let sinceTurn = startWorkTime();
  let longest = 0;
  const turn = () => {
    longest = Math.max(longest, sinceTurn());
    sinceTurn = startWorkTime();
  };
  const turns = setInterval(turn, 5);
  const result = await work();
  turn();
  clearInterval(turns);
  return { result, longest };
}

it.each([
  ['six lists drip', drip, 6],
  ['eight lists hang', () => undefined, 8],
])('H16 status is served while %s', async (_, list, count) => {
  const upstream = await sickIn(list);
  const ask = proxyTo(upstream);
  const leaving = new AbortController();
  let answered = 0;
  const lists = listPaths.slice(0, count).map(async (path) => {
    await ask(path, { signal: leaving.signal });
    answered += 1;
  });
  // All requests are sent at once, and those beyond six wait for a connection.
  await expect.poll(() => upstream.paths.length).toBe(6);
  for (const path of statusPaths) expect((await ask(path)).status).toBe(200);
  expect(answered).toBe(0);
  leaving.abort();
  await Promise.all(lists);
});

it('the time limit of a response includes the wait for a connection', async () => {
  const upstream = await sickIn(() => undefined);
  const ask = proxyTo(upstream, { timeoutMilliseconds: 300 });
  // Four times as many requests as connections.
  const all = Array.from({ length: 24 }, (_, index) => ask(`/api/v2/buckets?limit=${index + 1}`));
  for (const answer of await Promise.all(all))
    expect(await problemOf(answer)).toMatchObject({ kind: 'timeout', title: 'no response within 0.3 s' });
  // A request that times out while it waits is never sent. If the time limit began later, all 24 would be
  // sent, six at a time. On a busy machine the first six may end before the others time out.
  expect(upstream.paths.length).toBeLessThan(24);
  expect((await ask('/api/v2/status')).status).toBe(200);
});

it.each([
  // A search for the end of each title would take a hundred times as long.
  ['a page of 400 KB made of beginnings of titles', 'text/html', titles, 'is a web page'],
  // Parsing the complete text a second time, in one piece, would take some 300 ms.
  ['a list of 24 MB that breaks off', 'application/json', `[${'1,'.repeat(12_000_000)}`, 'is not JSON'],
  ['one whose last byte is wrong', 'application/json', `["${'é\\n'.repeat(6_000_000)}"}`, 'is not JSON'],
  ['one of 24 MB in one string', 'application/json', `["${'x'.repeat(24_000_000)}"]x`, 'is not JSON'],
])('%s blocks no other request', async (_, type, text, says) => {
  const body = Buffer.from(text);
  const upstream = await answering((outgoing) => outgoing.writeHead(200, { 'content-type': type }).end(body));
  const ask = proxyTo(upstream, { maximumBodyBytes: 2 * body.length, timeoutMilliseconds: 60_000 });
  const { result: answer, longest } = await waitsDuring(() => ask('/api/v2/buckets'));
  expect(await problemOf(answer)).toMatchObject({ title: expect.stringContaining(says) });
  expect(longest).toBeLessThan(250);
});

describe('a host', () => {
  const tries = [1, 2, 3, 4, 5];

  it.each<readonly [string, (outgoing: ServerResponse) => void]>([
    ['lists are pages of titles without end', answerTitles],
    ['lists drip', drip],
    ['lists hang', () => undefined],
  ])('serves /healthz and status while %s', async (_, list) => {
    const sick = proxyTo(await sickIn(list), { slug: 'sick' });
    const well = proxyTo(await sickIn((outgoing) => outgoing.end()), { slug: 'well' });
    await expectAnswers(await listeningHost([sick.deployment, well.deployment]), ['sick', 'well']);
  });

  it('serves /healthz and status while a name resolves to a refused address', async () => {
    const resolve = async () => [{ address: '169.254.169.254', family: 4 }];
    const sick = proxyTo({ baseUrl: 'http://edge.test' }, { slug: 'sick', resolve });
    const well = proxyTo(await sickIn((outgoing) => outgoing.end()), { slug: 'well' });
    await expectAnswers(await listeningHost([sick.deployment, well.deployment]), ['well']);
  });

  async function expectAnswers(port: number, slugs: readonly string[]): Promise<void> {
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    const leaving = new AbortController();
    const asked = listPaths.map((path) =>
      fetch(at(`/deployments/sick${path}`), { signal: leaving.signal }).catch(() => null),
    );
    const paths = ['/healthz', ...slugs.map((slug) => `/deployments/${slug}${statusPaths[0]}`)];
    const { result, longest } = await waitsDuring(() =>
      Promise.all(tries.flatMap(() => paths.map(async (path) => (await fetch(at(path))).status))),
    );
    expect(new Set(result)).toEqual(new Set([200]));
    expect(longest).toBeLessThan(250);
    leaving.abort();
    await Promise.all(asked);
  }
});
