/**
 * Creates the `fetch` of `edgewatch check` and `edgewatch import --from`, with the operator's certificate
 * authority and timeout.
 */

import { rootCertificates } from 'node:tls';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { checkedLookup, upstreamHostCheck } from '../net/addresses.ts';

export interface OpenedFetch {
  readonly fetch: (
    url: string,
    init: Pick<RequestInit, 'headers' | 'redirect' | 'signal'>,
  ) => Promise<Response>;
  close(): Promise<void>;
}

/**
 * Creates a `fetch` with a timeout. `close` ends its connections.
 * @param authority - PEM certificates to trust besides those of Node; `null` for none.
 */
export function openFetch(authority: string | null, timeoutMilliseconds: number): OpenedFetch {
  const dispatcher = new Agent({
    connect: {
      timeout: timeoutMilliseconds,
      // Refuses cloud metadata addresses: no credential may reach them.
      lookup: checkedLookup(upstreamHostCheck()),
      ...(authority !== null && { ca: [...rootCertificates, authority] }),
    },
    headersTimeout: timeoutMilliseconds,
    bodyTimeout: timeoutMilliseconds,
  });
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    close: () => dispatcher.destroy(),
  };
}
