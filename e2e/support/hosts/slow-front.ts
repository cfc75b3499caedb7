/** Servers in front of a host: one delays some responses, one fails them. */

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Front {
  readonly origin: string;
  close(): Promise<void>;
}

export interface SlowFront extends Front {
  /** Releases the delayed responses. Later ones are not delayed. */
  release(): void;
}

/** @param statusOf - resolves to the status of a failed response, or `null` to forward the request. */
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
      // A new connection each: the host may close a kept one just when it is used again.
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
