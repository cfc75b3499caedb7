/** Sends one HTTP request and reads its response within timeouts. All requests of the client use it. */

import type { ListParameters } from '#contract/decode/list.ts';
import { withoutEndSlashes } from '#contract/end-slashes.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import { defaultLimits, type RequestLimits } from '#contract/host.ts';
import { openDeadline } from './deadline.ts';
import type { plainRequest } from './plain-request.ts';
import { RequestFailure } from './request-failure.ts';
import type { Semaphore } from './semaphore.ts';

/** The members of `Response` that the client reads. The host's own transport makes them without a `Response`. */
export interface ClientResponse extends Pick<Response, 'status' | 'type'> {
  readonly headers: Pick<Headers, 'get' | 'has'> & Iterable<[name: string, value: string]>;
  readonly body: ClientBody | null;
}

interface ClientBody extends Pick<ReadableStream, 'cancel'> {
  getReader(): Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, 'read' | 'cancel'>;
}

/**
 * A response. `at`: epoch milliseconds of receipt, only if it was received before the request (embedded in
 * the HTML document, or prefetched).
 */
export interface Received {
  readonly response: ClientResponse;
  readonly at?: number;
}

interface Sent {
  /**
   * Epoch milliseconds: the request was sent (`started`); the headers of the response arrived (`headersAt`).
   */
  readonly started: number;
  readonly headersAt: number;
}

/** Options of a request, valid as the second argument of `fetch` in browser, worker and Node. */
export type TransportInit = Omit<typeof plainRequest, 'cache' | 'headers'> & {
  readonly headers: { readonly accept: string };
  readonly cache: 'no-store' | 'no-cache';
  readonly signal: AbortSignal;
};

export type Transport = (url: string, init: TransportInit) => Promise<Received>;

export interface ExchangeOptions {
  /** The deployment's base URL without a trailing slash. */
  readonly baseUrl: string;
  readonly path: EndpointPath;
  readonly parameters?: ListParameters;
  readonly signal?: AbortSignal;
  readonly limits?: RequestLimits;
  readonly now: () => number;
  readonly transport: Transport;
  /** Limits the number of concurrent requests. The wait for a free slot counts towards the timeouts. */
  readonly requestLimit?: Semaphore | undefined;
}

/** Builds the URL of an endpoint: base URL, documented path, then query parameters in a fixed order. */
export function addressOf(baseUrl: string, path: EndpointPath, parameters: ListParameters = {}): string {
  const query = new URLSearchParams();
  if (parameters.limit !== undefined) query.set('limit', String(parameters.limit));
  if (parameters.region !== undefined) query.set('region', parameters.region);
  const search = query.toString();
  return `${withoutEndSlashes(baseUrl)}${path}${search === '' ? '' : `?${search}`}`;
}

/**
 * Sends a request and reads the response with `read`.
 * @throws RequestFailure if there is no response or it breaks off. A RequestFailure that `read` throws passes
 * through.
 */
export async function exchange<Body>(
  options: ExchangeOptions,
  init: Omit<TransportInit, 'signal'>,
  read: (response: ClientResponse) => Promise<Body>,
): Promise<{ readonly received: Received; readonly body: Body } & Sent> {
  const { path, signal, limits = defaultLimits, now } = options;
  const deadline = openDeadline(limits, signal);
  let received: Received | null = null;
  let release: (() => void) | undefined;
  try {
    release = await options.requestLimit?.take(deadline.signal);
    const started = now();
    const url = addressOf(options.baseUrl, path, options.parameters);
    received = await options.transport(url, { ...init, signal: deadline.signal });
    deadline.headersArrived();
    const headersAt = received.at ?? now();
    return { received, body: await read(received.response), started, headersAt };
  } catch (cause) {
    if (cause instanceof RequestFailure) throw cause;
    if (signal?.aborted) throw new RequestFailure(path, 'aborted', 'the request was cancelled');
    const expired = deadline.expired();
    if (expired !== null) throw new RequestFailure(path, 'timeout', `no response within ${expired / 1000} s`);
    const summary = received ? 'the connection broke during the response' : 'no connection';
    throw new RequestFailure(path, 'unreachable', summary, {
      reason: received ? null : /^https?:/.test(options.baseUrl) ? 'cross-origin' : 'own-host',
      detail: cause instanceof Error ? cause.message : null,
    });
  } finally {
    release?.();
    deadline.end();
  }
}
