/** Counts the upstream requests that opening one page causes, with a host that has cached nothing yet. */

import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startHost } from '../../support/programs.ts';
import { inCalm, type Visitor, visitUntilSettled } from './visit.ts';
import type { WatchedPage } from './watched-pages.ts';

interface Relay {
  readonly origin: string;
  /** Returns the addresses that were requested since the last call. */
  passed(): readonly string[];
  close(): void;
}

async function startRelay(demo: string): Promise<Relay> {
  let addresses: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    addresses.push(url);
    const { host: _own, ...others } = headers;
    ask(
      `${demo}/deployments/everything${url}`,
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
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    passed: () => {
      const passed = addresses;
      addresses = [];
      return passed;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Number of upstream requests. Repeated polls of a status path count once, because it is polled every few
 * seconds.
 */
function costOf(addresses: readonly string[]): number {
  const status = addresses.filter((address) => address.endsWith('/status'));
  return addresses.length - status.length + new Set(status).size;
}

/**
 * Opens each page with a new host, and counts the upstream requests until the page has settled.
 *
 * @param demo - origin of a host with the demo fleet.
 * @returns one count for each page, in page order.
 */
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
      const host = await startHost(root, [
        '--base-url',
        `everything=${relay.origin}`,
        // The observer's own polls are not part of a page.
        '--observe',
        'off',
      ]);
      try {
        const visit = async () => {
          relay.passed();
          // Without the observer there is no history record.
          const landmarks = page.landmarks.filter(({ kind }) => kind !== 'record');
          await visitUntilSettled(visitor, host.origin + page.path, landmarks);
          return costOf(relay.passed());
        };
        counts.set(page, await (page.isForCalm ? inCalm(demo, visit) : visit()));
      } finally {
        await host.stop();
      }
    }
    return counts;
  } finally {
    relay.close();
  }
}
