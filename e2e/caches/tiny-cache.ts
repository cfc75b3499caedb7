/** A shared cache that keeps documents against their headers and sends no `Age`, as some caches do. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { receive } from './requests.ts';

export interface TinyCache {
  readonly url: string;
  close(): void;
}

const kept = ['content-type', 'cache-control', 'content-security-policy', 'edgewatch-served', 'edgewatch-age'];

function keptOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    [...kept, 'edgewatch-date', 'date'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

/** Starts a cache that keeps each response to a path of `keeps` until it is closed, and passes on all others. */
export async function startTinyCache(target: string, keeps: readonly string[]): Promise<TinyCache> {
  const stored = new Map<string, ReturnType<typeof receive>>();
  const server = createServer(({ url = '/', headers: { accept = '*/*' } }, outgoing) => {
    const known = stored.get(url);
    const answer = known ?? receive(target + url, { headers: { accept } });
    if (keeps.includes(url)) stored.set(url, answer);
    answer.then(
      ({ status, headers, text }) => outgoing.writeHead(status, keptOf(headers)).end(text),
      () => outgoing.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
