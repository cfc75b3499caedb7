/** Servers before a host: one keeps some of its answers back, one fails them. */

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Before {
  readonly origin: string;
  close(): Promise<void>;
}

export interface HeldBack extends Before {
  /** Lets go of what is kept back, and of all that comes after. */
  release(): void;
}

/** @param statusOf - of what is not passed on, once it is known; `null` passes it on. */
async function standBefore(
  origin: string,
  statusOf: (address: string) => Promise<number | null>,
): Promise<Before> {
  const server = createServer(async (asked, answer) => {
    const status = await statusOf(asked.url ?? '');
    if (status !== null) {
      answer.writeHead(status).end();
      return;
    }
    const passedOn = request(new URL(asked.url ?? '/', origin), { headers: asked.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passedOn.on('error', () => answer.destroy());
    asked.pipe(passedOn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Listening on a port.
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

/** @param origin - of the host. */
export async function holdBack(origin: string, kept: RegExp): Promise<HeldBack> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const before = await standBefore(origin, async (address) => {
    if (kept.test(address)) await released;
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

/** @param origin - of the host. */
export function fail(origin: string, failed: RegExp, status: number): Promise<Before> {
  return standBefore(origin, async (address) => (failed.test(address) ? status : null));
}
