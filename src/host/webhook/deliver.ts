/**
 * Sends webhook messages and heartbeats over the network: through the proxy of the environment variables, never to
 * a refused address (net/addresses.ts).
 */

import { fetch } from 'undici';
import { checkedLookup, RefusedAddress, upstreamHostCheck } from '../net/addresses.ts';
import { connectionFault } from '../net/connection-fault.ts';
import { openConnections } from '../net/network.ts';
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

const refusal = 'it has a link-local or metadata address, to which the host does not connect';

function chainOf(cause: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let each = cause; each instanceof Error && chain.length < 5; each = each.cause) chain.push(each);
  return chain;
}

const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'it closed the connection without a response',
  UND_ERR_SOCKET: 'it closed the connection without a response',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within 10 s',
  ENOTFOUND: 'its name has no address',
  EAI_AGAIN: 'its name cannot be resolved now',
};

/** Returns a clause that says why there was no HTTP response. */
function faultOf(cause: unknown): string {
  const chain = chainOf(cause);
  if (chain.some((each) => each instanceof RefusedAddress)) return refusal;
  const fault = chain.map(connectionFault).find((each) => each !== null);
  if (fault?.reason === 'proxy') return fault.summary.replace('service', 'target');
  if (fault?.reason === 'not-tls') return 'its address says https, but the server does not use TLS';
  if (chain.some(({ name }) => name === 'TimeoutError')) return 'no response within 10 s';
  // undici's parser errors may have a code of `undefined`.
  if (chain.some(({ name }) => name === 'HTTPParserError')) return 'its response is not HTTP';
  const codes = chain.flatMap((each) => ('code' in each && typeof each.code === 'string' ? [each.code] : []));
  const known = codes.flatMap((code) => (Object.hasOwn(faults, code) ? (faults[code] ?? []) : []))[0];
  if (known !== undefined) return known;
  if (fault) return fault.summary;
  const code = codes.at(-1);
  return code === undefined ? 'it gives no HTTP response' : `it cannot be reached (${code})`;
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
      if (!mayConnect(new URL(url).hostname)) throw new Error(refusal);
      const response = await fetch(url, {
        method: body === null ? 'GET' : 'POST',
        headers: { ...headers },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(longestAttempt),
        dispatcher,
      }).catch((cause: unknown) => {
        throw new Error(faultOf(cause));
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it answers ${response.status}`);
    },
    close: () => dispatcher.destroy(),
  };
}
