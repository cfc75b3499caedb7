/** Test helpers: requests of the client to a real server on loopback. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { pageReader } from '#client/list-reader.ts';
import { type Reader, type RequestOptions, request } from '#client/request.ts';
import { RequestFailure } from '#client/request-failure.ts';
import type { EndpointPath } from '#contract/endpoints.ts';

export const now = Date.parse('2026-03-12T14:00:00Z');
export const eventsPath: EndpointPath = '/api/v1/events';
export const statusPath: EndpointPath = '/api/v1/status';
export const events = pageReader('event');

export type Handler = (outgoing: ServerResponse, incoming: IncomingMessage) => void;

/** A real server on loopback, for the running test. */
export async function serving(handle: Handler): Promise<string> {
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

export function ask<T>(baseUrl: string, path: EndpointPath, reader: Reader<T>, options: Options<T> = {}) {
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

export function answering(body: string | Uint8Array, headers: Record<string, string> = {}, code = 200) {
  return (outgoing: ServerResponse) => {
    outgoing.writeHead(code, { 'content-type': 'application/json', ...headers });
    outgoing.end(body);
  };
}

export const twoTypes = JSON.stringify({
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

export const status = JSON.stringify({
  status: 'operational',
  version: 'v1',
  region: 'Graz',
  components: [{ name: 'API', status: 'operational' }],
  updated_at: '2026-03-12T13:59:58Z',
});

/** The failure of a request. Fails the test if the request succeeds. */
export async function failureOf(
  handle: Handler | string,
  options: Options<unknown> = {},
): Promise<RequestFailure> {
  const baseUrl = typeof handle === 'string' ? handle : await serving(handle);
  const outcome = await ask(baseUrl, eventsPath, events, options as Options<never>).catch(
    (cause: unknown) => cause,
  );
  if (outcome instanceof RequestFailure) return outcome;
  throw new Error('The request did not fail.', { cause: outcome });
}
