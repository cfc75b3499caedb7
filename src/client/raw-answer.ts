/** Asks one endpoint once and keeps the answer as it came: for those who want to see it, whatever it is. */

import type { RequestLimits } from '#contract/host.ts';
import { readBody } from './body.ts';
import { addressOf, type ExchangeOptions, exchange } from './exchange.ts';
import { plainRequest } from './plain-request.ts';

/** What a request of ours says; the browser adds its own. No word of problems: the status is to come as it was sent. */
export const sentHeaders = { accept: 'application/json' };

export interface RawAnswer {
  readonly url: string;
  /** 0 where it was a redirect, which is not followed. */
  readonly status: number;
  /** All that the page is allowed to see, as sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** After decompression. */
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/**
 * Asks for an answer of any status and reads all of its body, within the limits of every request.
 *
 * @throws RequestFailure where nothing came, or too much of it.
 */
export async function askRaw(
  options: ExchangeOptions & { readonly limits: RequestLimits },
): Promise<RawAnswer> {
  const { path, limits, now } = options;
  // Says `max-age=0`: a reader's own question goes past what the host has in hand.
  const init = { ...plainRequest, headers: sentHeaders, cache: 'no-cache' } as const;
  const { received, body } = await exchange(options, init, (response) =>
    readBody(response, path, {
      maximumBytes: limits.maximumBodyBytes,
      decoder: new TextDecoder('utf-8', { ignoreBOM: true }),
    }),
  );
  const { status, headers } = received.response;
  return {
    url: addressOf(options.baseUrl, path, options.asked),
    status,
    headers: [...headers],
    text: body.text,
    bytes: body.bytes,
    receivedAt: now(),
  };
}
