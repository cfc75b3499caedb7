/**
 * Sends requests to the identity provider: through the proxy of the environment variables, never to a refused address
 * (net/addresses.ts), and within limits of time and size.
 */

import type { CustomFetch } from 'openid-client';
import { fetch } from 'undici';
import { checkedLookup, RefusedAddress, upstreamHostCheck } from '#host/net/addresses.ts';
import { openConnections } from '#host/net/network.ts';

/** Maximum milliseconds for all requests of one log-in. */
const longestLogIn = 10_000;
/** Maximum bytes of one response, after decompression. */
const largestBody = 256 * 1024;
const mostConnections = 8;

/** The error of a response that is larger than the limit. */
export class TooLargeResponse extends Error {
  override readonly name = 'TooLargeResponse';
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > largestBody) throw new TooLargeResponse();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Returns a function that makes the `fetch` of one log-in. All its requests end by the same time.
 * @param milliseconds - time for all requests of this log-in.
 */
export function openProviderFetch(): (milliseconds?: number) => CustomFetch {
  const mayConnect = upstreamHostCheck();
  const dispatcher = openConnections({
    limits: {
      headersMilliseconds: longestLogIn,
      totalMilliseconds: longestLogIn,
      maximumBodyBytes: largestBody,
    },
    most: mostConnections,
    mayConnect,
    lookup: checkedLookup(mayConnect),
    onRefused: () => undefined,
    tls: {},
    proxy: null,
  });
  return (milliseconds = longestLogIn) => {
    const signal = AbortSignal.timeout(milliseconds);
    return async (url, { method, headers, body }) => {
      const { hostname } = new URL(url);
      if (!mayConnect(hostname)) throw new RefusedAddress(hostname, hostname);
      const sent = body instanceof URLSearchParams ? { body: body.toString() } : {};
      const options = { method, headers, ...sent, redirect: 'manual', signal, dispatcher } as const;
      const response = await fetch(url, options);
      const content = response.body === null ? null : await readBody(response.body);
      // Of the headers the library needs this one, so it gets no other.
      const type = response.headers.get('content-type');
      return new Response(content, {
        status: response.status,
        ...(type !== null && { headers: { 'content-type': type } }),
      });
    };
  };
}
