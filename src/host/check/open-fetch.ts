/** How a check asks over the network: with an authority of the operator's own, and no longer than it is told to wait. */

import { rootCertificates } from 'node:tls';
import { Agent, fetch } from 'undici';
import { checkedLookup, upstreamHostCheck } from '../gateway/addresses.ts';
import type { Fetch } from './ask.ts';

export interface OpenedFetch {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** @param authority - certificates in PEM form, trusted besides those that Node brings along; `null` for none. */
export function openFetch(authority: string | null, timeoutMilliseconds: number): OpenedFetch {
  const dispatcher = new Agent({
    connect: {
      timeout: timeoutMilliseconds,
      // A credential that is sent along must not end at what a cloud machine tells about itself.
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
