/** Test helpers: lists behind the host's shared cache, and a function that lets time pass. */

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { expect, vi } from 'vitest';
import { answering, proxyTo } from './upstream.ts';

export const list = '{"object":"list","data":[]}';
export const nodes = '/api/v2/nodes';
export const status = '/api/v2/status';
export const json = { 'content-type': 'application/json' };
export const lasting = { 'cache-control': 'public, max-age=60' };
export const tag = { etag: '"a"' };

export function pass(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1000);
}

export const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

export const control = (value: string, others: OutgoingHttpHeaders = {}): OutgoingHttpHeaders => ({
  'cache-control': value,
  ...others,
});

/** Starts a service whose first response is good. `fail` sends all later responses. */
export async function thenFailing(
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

export const failing =
  (status: number, headers: OutgoingHttpHeaders = {}) =>
  (outgoing: ServerResponse) =>
    outgoing.writeHead(status, { ...json, ...headers }).end('{}');
