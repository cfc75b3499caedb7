/** Says in one clause why a request to a webhook target or an identity provider got no HTTP response. */

import { RefusedAddress } from './addresses.ts';
import { connectionFault } from './connection-fault.ts';

export const refusedAddress = 'it has a link-local or metadata address, to which the host does not connect';

/** Returns an error and its causes, at most five. */
export function causesOf(cause: unknown): readonly Error[] {
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

/**
 * Returns a clause that says why there was no HTTP response. Its subject "it" is the other side.
 * @param who - what the other side is called, such as `the target`.
 */
export function requestFault(cause: unknown, who: string): string {
  const chain = causesOf(cause);
  if (chain.some((each) => each instanceof RefusedAddress)) return refusedAddress;
  const fault = chain.map(connectionFault).find((each) => each !== null);
  const summary = fault?.summary.replace('the service', who);
  if (summary !== undefined && fault?.reason === 'proxy') return summary;
  if (fault?.reason === 'not-tls') return 'its address says https, but the server does not use TLS';
  if (chain.some(({ name }) => name === 'TimeoutError')) return 'no response within 10 s';
  // undici's parser errors may have a code of `undefined`.
  if (chain.some(({ name }) => name === 'HTTPParserError')) return 'its response is not HTTP';
  const codes = chain.flatMap((each) => ('code' in each && typeof each.code === 'string' ? [each.code] : []));
  const known = codes.flatMap((code) => (Object.hasOwn(faults, code) ? (faults[code] ?? []) : []))[0];
  if (known !== undefined) return known;
  if (summary !== undefined) return summary;
  const code = codes.at(-1);
  return code === undefined ? 'it gives no HTTP response' : `it cannot be reached (${code})`;
}
