/** Asks one endpoint once and keeps the answer as it came: for those who want to see it, whatever it is. */

import type { Asked } from '#contract/decode/list.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { RequestLimits } from '#contract/host.ts';
import { readBody } from './body.ts';
import { openDeadline } from './deadline.ts';
import { plainRequest } from './plain-request.ts';
import { addressOf, type Transport } from './request.ts';
import { RequestFailure } from './request-failure.ts';

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
export async function askRaw(options: {
  readonly baseUrl: string;
  readonly path: EndpointPath;
  readonly asked?: Asked;
  readonly signal: AbortSignal;
  readonly limits: RequestLimits;
  readonly now: () => number;
  readonly transport: Transport;
}): Promise<RawAnswer> {
  const { path, limits, now } = options;
  const deadline = openDeadline(limits, options.signal);
  const url = addressOf(options.baseUrl, path, options.asked);
  try {
    const { response } = await options.transport(url, {
      ...plainRequest,
      headers: sentHeaders,
      // Says `max-age=0`: a reader's own question goes past what the host has in hand.
      cache: 'no-cache',
      signal: deadline.signal,
    });
    deadline.begun();
    const { text, bytes } = await readBody(response, path, {
      maximumBytes: limits.maximumBodyBytes,
      decoder: new TextDecoder('utf-8', { ignoreBOM: true }),
    });
    return { url, status: response.status, headers: [...response.headers], text, bytes, receivedAt: now() };
  } catch (cause) {
    if (cause instanceof RequestFailure) throw cause;
    if (options.signal.aborted) throw new RequestFailure(path, 'aborted', 'the request was cancelled');
    const expired = deadline.expired();
    if (expired !== null) throw new RequestFailure(path, 'timeout', `no answer within ${expired / 1000} s`);
    throw new RequestFailure(path, 'unreachable', 'no connection', {
      detail: cause instanceof Error ? cause.message : null,
    });
  } finally {
    deadline.end();
  }
}
