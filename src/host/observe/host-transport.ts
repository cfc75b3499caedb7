/** Sends the observer's requests through the host thread. */

import { MessagePort } from 'node:worker_threads';
import type { ClientResponse, Transport } from '#client/exchange.ts';
import type { Peer } from '#client/rpc/peer.ts';
import { receiveBody } from './body-port.ts';
import type { ObserverHost, ObserverThread } from './messages.ts';

/** Returns a body that is one part. */
function bodyOf(bytes: Uint8Array<ArrayBuffer>): ClientResponse['body'] {
  let part: Uint8Array<ArrayBuffer> | null = bytes;
  const cancel = async () => {
    part = null;
  };
  const read = async () => {
    const value = part;
    part = null;
    return value ? { done: false as const, value } : { done: true as const, value: undefined };
  };
  return { getReader: () => ({ read, cancel }), cancel };
}

export function hostTransport(host: Peer<ObserverHost, ObserverThread>): Transport {
  return async (url, { headers: { accept }, signal }) => {
    // The base URL of an observed deployment is its slug.
    const start = url.indexOf('/');
    const request = { slug: url.slice(0, start), path: url.slice(start), accept };
    const { status, headers, body } = await host.call('request', request, { signal });
    return {
      response: {
        status,
        type: 'default',
        headers: {
          get: (name) => headers[name] ?? null,
          has: (name) => Object.hasOwn(headers, name),
          [Symbol.iterator]: () => Object.entries(headers).values(),
        },
        body: body instanceof MessagePort ? receiveBody(body) : bodyOf(body),
      },
    };
  };
}
