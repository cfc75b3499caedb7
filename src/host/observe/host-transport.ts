/** Sends the observer's requests through the host thread. */

import { MessagePort } from 'node:worker_threads';
import type { Transport } from '#client/exchange.ts';
import type { Peer } from '#client/rpc/peer.ts';
import { receiveBody } from './body-port.ts';
import type { ObserverHost, ObserverThread } from './messages.ts';

/** HTTP statuses without a body: the constructor of `Response` refuses one for them. */
const bodiless: readonly number[] = [204, 205, 304];

export function hostTransport(host: Peer<ObserverHost, ObserverThread>): Transport {
  return async (url, { headers: { accept }, signal }) => {
    // The base URL of an observed deployment is its slug.
    const start = url.indexOf('/');
    const request = { slug: url.slice(0, start), path: url.slice(start), accept };
    const { status, headers, body } = await host.call('request', request, { signal });
    const received = body instanceof MessagePort ? receiveBody(body) : body;
    const init = { status, headers: headers.map(([name, value]): [string, string] => [name, value]) };
    return { response: new Response(bodiless.includes(status) ? null : received, init) };
  };
}
