/** The `fetch` of a check: trusts a configured authority, and has the configured timeout. */

import { rootCertificates } from 'node:tls';
import { Agent, fetch } from 'undici';
import { checkedLookup, upstreamHostCheck } from '../net/addresses.ts';
import type { Fetch } from './requests.ts';

export interface OpenedFetch {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/** @param authority - PEM certificates, trusted besides those of Node; `null` for none. */
export function openFetch(authority: string | null, timeoutMilliseconds: number): OpenedFetch {
  const dispatcher = new Agent({
    connect: {
      timeout: timeoutMilliseconds,
      // No credential may reach a cloud metadata address.
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
