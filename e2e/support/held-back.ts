/** A server before a host that keeps some of its answers back. */

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeldBack {
  readonly origin: string;
  /** Lets go of what is kept back, and of all that comes after. */
  release(): void;
  close(): Promise<void>;
}

/** @param origin - of the host. */
export async function holdBack(origin: string, kept: RegExp): Promise<HeldBack> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer(async (asked, answer) => {
    if (kept.test(asked.url ?? '')) await released;
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
    release,
    async close() {
      release();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
