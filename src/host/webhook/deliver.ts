/**
 * Sends webhook messages and heartbeats over the network: through the proxy of the environment variables, never to
 * a refused address (net/addresses.ts).
 */

import { fetch } from 'undici';
import { checkedLookup, upstreamHostCheck } from '../net/addresses.ts';
import { openConnections } from '../net/network.ts';
import { refusedAddress, requestFault } from '../net/request-fault.ts';
import type { Delivery } from './target.ts';

/** Maximum milliseconds for one attempt to send a message or a heartbeat. */
const longestAttempt = 10_000;
/** Maximum number of connections to one address, which several targets may share. */
const mostConnections = 32;

export interface Sender {
  /**
   * Sends one message by POST, or a request without a body by GET.
   * @throws Error with a clause that says why the target did not accept it.
   */
  send(delivery: Omit<Delivery, 'body'> & { readonly body: string | null }): Promise<void>;
  close(): Promise<void>;
}

export function openSender(): Sender {
  const mayConnect = upstreamHostCheck();
  const dispatcher = openConnections({
    limits: { headersMilliseconds: longestAttempt, totalMilliseconds: longestAttempt, maximumBodyBytes: 0 },
    most: mostConnections,
    mayConnect,
    lookup: checkedLookup(mayConnect),
    onRefused: () => undefined,
    tls: {},
    proxy: null,
  });
  return {
    async send({ url, headers, body }) {
      if (!mayConnect(new URL(url).hostname)) throw new Error(refusedAddress);
      const response = await fetch(url, {
        method: body === null ? 'GET' : 'POST',
        headers: { ...headers },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(longestAttempt),
        dispatcher,
      }).catch((cause: unknown) => {
        throw new Error(requestFault(cause, 'the target'));
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it answers ${response.status}`);
    },
    close: () => dispatcher.destroy(),
  };
}
