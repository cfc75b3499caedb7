/** What an upstream may do to a host that others look at meanwhile. */

import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { endpointPaths, pathsOf } from '../contract/endpoints.ts';
import { answering, problemOf, proxyTo } from './test-upstream.ts';

const json = { 'content-type': 'application/json' };
const status = '{"status":"operational","components":[]}';
const statusPaths = pathsOf('status');
const listPaths = endpointPaths.filter((path) => !statusPaths.includes(path));

/** An upstream whose status is well while something else becomes of its lists. */
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

it.each([
  ['six lists drip', drip, 6],
  ['eight lists hang', () => undefined, 8],
])('status is answered while %s', async (_, list, count) => {
  const upstream = await sickIn(list);
  const ask = proxyTo(upstream);
  const leaving = new AbortController();
  let answered = 0;
  const lists = listPaths.slice(0, count).map(async (path) => {
    await ask(path, { signal: leaving.signal });
    answered += 1;
  });
  // All that are asked at once: those beyond six wait for a connection.
  await expect.poll(() => upstream.paths.length).toBe(6);
  for (const path of statusPaths) expect((await ask(path)).status).toBe(200);
  expect(answered).toBe(0);
  leaving.abort();
  await Promise.all(lists);
});

it('the time for an answer runs from the question on: who waited for a connection is told with the others', async () => {
  const upstream = await sickIn(() => undefined);
  const ask = proxyTo(upstream, { timeoutMilliseconds: 300 });
  const answers = await Promise.all(listPaths.map((path) => ask(path)));
  expect(answers).toHaveLength(8);
  for (const answer of answers)
    expect(await problemOf(answer)).toMatchObject({ kind: 'timeout', title: 'no answer within 0.3 s' });
  expect((await ask('/api/v2/status')).status).toBe(200);
  // The last two never had one.
  expect(upstream.paths).toHaveLength(6 + 1);
});

it('a page of 400 KB made of beginnings of titles holds nobody up', async () => {
  const html = '<title'.repeat((400 * 1024) / 6);
  const upstream = await answering((outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(html),
  );
  const ask = proxyTo(upstream);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const answer = await ask('/api/v2/status');
  delay.disable();
  expect(await problemOf(answer)).toMatchObject({ title: 'the answer is a web page, not this API' });
  // To look for the end of each takes a hundred times as long.
  expect(delay.max / 1e6).toBeLessThan(500);
});
