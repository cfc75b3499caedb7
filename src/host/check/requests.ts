/**
 * Sends the requests of `edgewatch check`, within limits of time and size. Nothing that a deployment sends
 * makes it throw.
 */

import type { ListParameters } from '#contract/decode/list.ts';
import { withoutEndSlashes } from '#contract/end-slashes.ts';
import { type ResponseHeaders, responseHeaders } from '#domain/answer/answer.ts';
import { parseHttpDate } from '#domain/answer/http-date.ts';
import { ageOf } from '#domain/answer/poll.ts';
import { connectionFault } from '../net/connection-fault.ts';

export interface CheckedResponse {
  readonly kind: 'answered';
  readonly status: number;
  readonly contentType: string | null;
  readonly cacheControl: string | null;
  readonly headers: ResponseHeaders;
  readonly server: string | null;
  /**
   * When the request was sent, in epoch milliseconds. `receivedAt` is when the headers of the response
   * arrived.
   */
  readonly requestedAt: number;
  readonly receivedAt: number;
  readonly text: string;
  readonly hasMark: boolean;
  /** Milliseconds from the request to the last byte of the body. */
  readonly milliseconds: number;
  /**
   * Milliseconds by which the service's clock is ahead of this machine's, negative if it is behind; `null`
   * without a readable `Date`.
   */
  readonly aheadMilliseconds: number | null;
}

interface Unanswered {
  readonly kind: 'unanswered';
  /** Why there is no usable response, as a clause: "no response within 10 s". */
  readonly reason: string;
}

export type Reply = CheckedResponse | Unanswered;

export interface CheckLimits {
  readonly requestMilliseconds: number;
  readonly checkMilliseconds: number;
  /** Maximum bytes of one response body, after decompression. */
  readonly bodyBytes: number;
}

export const defaultCheckLimits: CheckLimits = {
  requestMilliseconds: 10_000,
  checkMilliseconds: 180_000,
  bodyBytes: 32 * 1024 * 1024,
};

const consecutiveRequests = 18;

export function limitsFor(timeoutSeconds = defaultCheckLimits.requestMilliseconds / 1000): CheckLimits {
  const requestMilliseconds = timeoutSeconds * 1000;
  return {
    ...defaultCheckLimits,
    requestMilliseconds,
    checkMilliseconds: Math.max(
      defaultCheckLimits.checkMilliseconds,
      consecutiveRequests * requestMilliseconds,
    ),
  };
}

export type Fetch = (
  url: string,
  init: {
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<Fetched>;

interface Fetched {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    cancel(): Promise<void>;
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<void>;
    };
  } | null;
}

export type SendRequest = (path: string, parameters: ListParameters) => Promise<Reply>;

export function searchOf({ limit, region }: ListParameters): string {
  const search = new URLSearchParams();
  if (limit !== undefined) search.set('limit', String(limit));
  if (region !== undefined) search.set('region', region);
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/**
 * Creates the function that sends the requests of one check below `baseUrl`. The time limit of the whole
 * check starts here.
 * @param headers - sent with every request, besides `accept`.
 */
export function requestsOf(
  baseUrl: string,
  fetcher: Fetch,
  limits: CheckLimits,
  headers: Readonly<Record<string, string>> = {},
): SendRequest {
  const base = withoutEndSlashes(baseUrl);
  const wholeCheck = AbortSignal.timeout(limits.checkMilliseconds);
  return async (path, parameters) => {
    const request = AbortSignal.timeout(limits.requestMilliseconds);
    try {
      const started = Date.now();
      const response = await fetcher(base + path + searchOf(parameters), {
        headers: { accept: 'application/json', ...headers },
        redirect: 'manual',
        signal: AbortSignal.any([request, wholeCheck]),
      });
      return await readReply(response, limits.bodyBytes, started);
    } catch (cause) {
      if (wholeCheck.aborted)
        return unanswered(`the check took longer than ${limits.checkMilliseconds / 1000} s`);
      if (request.aborted) return unanswered(`no response within ${limits.requestMilliseconds / 1000} s`);
      return unanswered(reasonOf(cause));
    }
  };
}

async function readReply(response: Fetched, maximumBytes: number, started: number): Promise<Reply> {
  const { status, headers } = response;
  const receivedAt = Date.now();
  const aheadMilliseconds = aheadOf(headers, started, receivedAt);
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    const target = headers.get('location');
    return unanswered(`HTTP ${status}, a redirect to ${target ?? 'nowhere'}, which is not followed`);
  }
  const read = await readText(response, maximumBytes);
  if (read === null) return unanswered(`the body is larger than ${maximumBytes} bytes`);
  return {
    kind: 'answered',
    status,
    contentType: headers.get('content-type'),
    cacheControl: headers.get('cache-control'),
    headers: {
      ...responseHeaders((name) => headers.get(name)),
      // The deployment may itself be an Edgewatch host, whose stamps must not pass for those of this host.
      served: null,
      servedAge: null,
      upstreamAge: null,
    },
    server: headers.get('server'),
    requestedAt: started,
    receivedAt,
    ...read,
    milliseconds: Date.now() - started,
    aheadMilliseconds,
  };
}

/**
 * Computes the milliseconds by which the service's clock is ahead. 0 if the rounding of `Date` to seconds
 * explains the difference; `null` without a readable `Date`.
 */
function aheadOf(headers: Fetched['headers'], requestedAt: number, answered: number): number | null {
  const date = parseHttpDate(headers.get('date'));
  if (date === null) return null;
  const serviceTime = date + ageOf({ age: headers.get('age') }) * 1000;
  if (serviceTime > answered) return serviceTime - answered;
  return Math.min(0, serviceTime + 1000 - requestedAt);
}

const mark = '\u{feff}';

/**
 * Reads the body as text, and counts its bytes while they arrive. @returns `null` if the body exceeds
 * `maximumBytes`.
 */
async function readText(
  response: Fetched,
  maximumBytes: number,
): Promise<Pick<CheckedResponse, 'text' | 'hasMark'> | null> {
  if (!response.body) return { text: '', hasMark: false };
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value?.byteLength ?? 0;
    if (bytes > maximumBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  text += decoder.decode();
  const hasMark = text.startsWith(mark);
  return { text: hasMark ? text.slice(1) : text, hasMark };
}

function unanswered(reason: string): Unanswered {
  return { kind: 'unanswered', reason };
}

/** Finds out why a request failed: `fetch` itself only says "fetch failed", and has the reason in `cause`. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'the request failed';
  const deeper = cause.cause;
  const fault = connectionFault(deeper ?? cause);
  if (fault?.reason === 'certificate-untrusted')
    return `${fault.summary}; --ca FILE names an authority to trust`;
  if (fault) return fault.detail === null ? fault.summary : `${fault.summary}: ${fault.detail}`;
  if (!(deeper instanceof Error)) return cause.message;
  return deeper.message === '' && 'code' in deeper ? String(deeper.code) : deeper.message;
}
