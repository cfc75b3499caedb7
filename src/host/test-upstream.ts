/** For tests: a real HTTP server on loopback in the part of an upstream, with its own log. */

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface TestUpstream {
  readonly baseUrl: string;
  /** Every request that arrived, in order. */
  readonly requests: readonly IncomingMessage[];
  readonly paths: readonly string[];
}

/** Listens until the running test is over. */
export async function startUpstream(listener: RequestListener): Promise<TestUpstream> {
  const requests: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming);
    listener(incoming, outgoing);
  });
  return {
    baseUrl: await listenOnLoopback(server),
    requests,
    get paths() {
      return requests.map((request) => request.url ?? '');
    },
  };
}

export async function listenOnLoopback(server: Server): Promise<string> {
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
