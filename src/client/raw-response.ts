/** Sends one request and returns the response unparsed, with any status: for the page that shows responses as sent. */

import type { RequestLimits } from '#contract/host.ts';
import { readBody } from './body.ts';
import { addressOf, type ExchangeOptions, exchange } from './exchange.ts';
import { plainRequest } from './plain-request.ts';

/**
 * Headers of a request for a raw response; the browser adds its own. They do not accept problem documents, so
 * the host passes the upstream's status on.
 */
export const sentHeaders = { accept: 'application/json' };

export interface RawResponse {
  readonly url: string;
  /** HTTP status; 0 if the response is a redirect, which is not followed. */
  readonly status: number;
  /** Response headers as sent, as far as the browser shows them to scripts. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** Size of the body in bytes, after decompression. */
  readonly bytes: number;
  /** Time of receipt in epoch milliseconds. */
  readonly receivedAt: number;
}

/**
 * Sends a request and reads the complete body of the response, whatever its status, within the limits of
 * every request.
 * @throws RequestFailure if there is no response or it is too large.
 */
export async function requestRaw(
  options: ExchangeOptions & { readonly limits: RequestLimits },
): Promise<RawResponse> {
  const { path, limits, now } = options;
  // `no-cache` sends `max-age=0`: this request bypasses the host's cache.
  const init = { ...plainRequest, headers: sentHeaders, cache: 'no-cache' } as const;
  const { received, body } = await exchange(options, init, (response) =>
    readBody(response, path, {
      maximumBytes: limits.maximumBodyBytes,
      decoder: new TextDecoder('utf-8', { ignoreBOM: true }),
    }),
  );
  const { status, headers } = received.response;
  return {
    url: addressOf(options.baseUrl, path, options.parameters),
    status,
    headers: [...headers],
    text: body.text,
    bytes: body.bytes,
    receivedAt: now(),
  };
}
