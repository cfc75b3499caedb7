/** How often a deployment is asked because one page is opened, by a host that has read nothing yet. */

import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHost } from '../../support/programs.ts';
import { type Visitor, visitUntilSettled } from './visit.ts';
import type { WatchedPage } from './watched-pages.ts';

interface Relay {
  readonly origin: string;
  /** Requests since it was asked last. */
  passed(): number;
  close(): void;
}

/** Stands in front of a demo deployment and counts. */
async function startRelay(demo: string): Promise<Relay> {
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    count += 1;
    const { method, headers } = incoming;
    const { host: _own, ...others } = headers;
    ask(
      `${demo}/deployments/everything${incoming.url}`,
      { ...(method === undefined ? {} : { method }), headers: others },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    )
      .once('error', () => outgoing.destroy())
      .end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    passed: () => {
      const passed = count;
      count = 0;
      return passed;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Requests until each page had settled, in their order. @param demo - the origin of a host with the demo fleet. */
export async function countUpstream(
  visitor: Visitor,
  root: string,
  demo: string,
  pages: readonly WatchedPage[],
): Promise<ReadonlyMap<WatchedPage, number>> {
  const relay = await startRelay(demo);
  try {
    const counts = new Map<WatchedPage, number>();
    for (const page of pages) {
      const host = await startHost(root, ['--base-url', `everything=${relay.origin}`]);
      try {
        relay.passed();
        await visitUntilSettled(visitor, host.origin + page.path, page.sights);
        counts.set(page, relay.passed());
      } finally {
        await host.stop();
      }
    }
    return counts;
  } finally {
    relay.close();
  }
}
