/** Servers in front of a host: one delays chosen responses, the other fails them. */

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Front {
  readonly origin: string;
  close(): Promise<void>;
}

export interface SlowFront extends Front {
  /** Sends the delayed responses. Later responses are not delayed. */
  release(): void;
}

/**
 * Starts a server that forwards requests to a host.
 *
 * @param statusOf - resolves to the status of a response that shall fail, or to `null` to forward the
 *   request.
 */
async function startFront(
  origin: string,
  statusOf: (address: string) => Promise<number | null>,
): Promise<Front> {
  const server = createServer(async (incoming, outgoing) => {
    const status = await statusOf(incoming.url ?? '');
    if (status !== null) {
      outgoing.writeHead(status).end();
      return;
    }
    const outgoingRequest = request(
      new URL(incoming.url ?? '/', origin),
      // Uses a new connection each time, because the host may close a kept-alive one just when it is reused.
      { headers: incoming.headers, agent: false },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    outgoingRequest.on('error', () => outgoing.destroy());
    incoming.pipe(outgoingRequest);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export async function delayResponses(origin: string, delayed: RegExp): Promise<SlowFront> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const before = await startFront(origin, async (address) => {
    if (delayed.test(address)) await released;
    return null;
  });
  return {
    ...before,
    release,
    close() {
      release();
      return before.close();
    },
  };
}

export function fail(origin: string, failed: RegExp, status: number): Promise<Front> {
  return startFront(origin, async (address) => (failed.test(address) ? status : null));
}
