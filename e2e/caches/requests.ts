/**
 * Sends plain HTTP requests that return bytes and headers unchanged, and starts a proxy that counts requests.
 */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const decoders = { gzip: gunzipSync, br: brotliDecompressSync } as const;

function decoded(bytes: Buffer, encoding: string | undefined): string {
  // A 304 has no body, but may name the encoding of the stored one.
  if (encoding === undefined || bytes.length === 0) return String(bytes);
  if (encoding !== 'gzip' && encoding !== 'br') throw new Error(`Nobody accepted ${encoding}.`);
  return String(decoders[encoding](bytes));
}

/** Sends a request on a connection of its own. Does not follow redirects. */
export function receive(url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const parts: Uint8Array[] = [];
      response.on('data', (part: Uint8Array) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        try {
          const text = decoded(Buffer.concat(parts), received['content-encoding']);
          resolve({ status: statusCode, headers: received, text });
        } catch (cause) {
          reject(cause instanceof Error ? cause : new Error(String(cause)));
        }
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface CountingProxy {
  readonly port: number;
  readonly count: () => number;
  close(): void;
}

/** Starts a proxy that counts requests. It forwards them with the `Host` of the target. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let count = 0;
  const { host } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    count += 1;
    const { method, headers, url = '/' } = incoming;
    const sent = request(target + url, { method, headers: { ...headers, host }, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    port: address.port,
    count: () => count,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
