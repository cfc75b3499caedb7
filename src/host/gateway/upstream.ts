/**
 * Sends one request to the service of a deployment. The outcome is complete JSON within the limits, or a
 * failure: nothing that a service sends makes this throw.
 */

import { Buffer } from 'node:buffer';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { openDeadline } from '#client/deadline.ts';
import type { FailureKind, FailureReason } from '#contract/failure.ts';
import type { RequestLimits } from '#contract/host.ts';
import { flawAt } from '#contract/json/flaw.ts';
import { depthLimit } from '#contract/json/parse.ts';
import { describePage, longestHead } from '#contract/page-title.ts';
import { responseHeaders as namedHeaders } from '#domain/answer/answer.ts';
import { mayBeStored } from '#domain/failures/stored-error.ts';
import { RefusedAddress } from '../net/addresses.ts';
import { connectionFault } from '../net/connection-fault.ts';
import type { Body } from './body/body.ts';
import { digestOf } from './body/digest.ts';
import { type ReadBody, readBody } from './body/read-body.ts';

export interface UpstreamResponse {
  readonly kind: 'answer';
  /** Epoch milliseconds at which the headers arrived. */
  readonly headersAt: number;
  /** Part of the response's `Age` that passed during its transfer, in seconds. */
  readonly transferSeconds?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

export interface UpstreamFailure {
  readonly kind: 'failure';
  readonly failure: FailureKind;
  readonly reason?: FailureReason | null;
  /** What happened, as a clause: "no response within 10 s". */
  readonly summary: string;
  readonly detail: string | null;
  /** Technical cause, for the log only: it may name addresses. */
  readonly cause?: string;
  /**
   * Only of an HTTP error: its cache headers, and the digest of its body if a cache may have stored it, else
   * `null`.
   */
  readonly error?: { readonly headers: Readonly<Record<string, string>>; readonly digest: string | null };
  /**
   * Present if the error may be a stored copy. `since`: when the error was created, in epoch milliseconds;
   * `null` before it repeats.
   */
  readonly stored?: { readonly since: number | null };
  /** `true` for a failure of the host itself, which sent no request. */
  readonly isOwn?: true;
  /** The upstream's HTTP status; `null` without a response. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
}

export type UpstreamOutcome = UpstreamResponse | UpstreamFailure;

export interface Unchanged {
  readonly kind: 'unchanged';
  readonly headersAt: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers by which a cache shows itself, besides `Age`. */
export const cacheSigns = ['via', 'x-cache', 'x-cache-status', 'warning'] as const;

/**
 * All headers that are sent upstream, besides `host`, `connection` and the configured ones. None comes from the
 * browser's request.
 */
const requestHeaders = {
  accept: 'application/json',
  'accept-encoding': 'gzip, br',
  'user-agent': 'edgewatch',
} as const;

const answerHeaders = ['cache-control', 'age', 'expires', 'date', 'etag', 'vary', ...cacheSigns] as const;
const upstreamAgeHeader = 'edgewatch-upstream-age';
/**
 * Header that states the software of a service. It is not served to viewers. Some caches show themselves in
 * no other header.
 */
export const serverHeader = 'server';
const failureHeaders = ['retry-after', 'allow', 'date'] as const;

type ReceivedResponse = Dispatcher.ResponseData;

function failure(
  kind: FailureKind,
  summary: string,
  more: Partial<Pick<UpstreamFailure, 'reason' | 'detail' | 'cause' | 'status' | 'headers'>> = {},
): UpstreamFailure {
  return {
    kind: 'failure',
    failure: kind,
    reason: null,
    summary,
    detail: null,
    status: null,
    headers: {},
    ...more,
  };
}

function headerText(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Maximum characters of one header value. A longer value is cut. */
const longestHeader = 1_000;

function pick(response: ReceivedResponse, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const text = headerText(response.headers[name]);
    if (text !== null) picked[name] = text.slice(0, longestHeader);
  }
  return picked;
}

/**
 * Matches a single entity tag (RFC 9110 section 8.8.3). A value that is no single tag cannot be used in a
 * conditional request.
 */
const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

function servedHeaders(response: ReceivedResponse): Record<string, string> {
  const { etag, ...headers } = pick(response, [...answerHeaders, serverHeader]);
  return {
    ...headers,
    ...(headers['age'] !== undefined && { [upstreamAgeHeader]: headers['age'] }),
    ...(etag !== undefined && entityTag.test(etag) && { etag }),
  };
}

/**
 * Rejects as soon as a signal aborts. undici notices the signal only once it has connected
 * (findings/undici-abort-while-connecting.sh).
 */
function untilAborted<T>(requested: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    requested.then(resolve, reject);
  });
}

/**
 * Sends one GET request for `url`, within its limits. If `signal` aborts, the outcome is a failure of kind
 * `aborted`.
 * @param headers - configured headers and the tag of the cached response, by lower-case name.
 */
export async function requestUpstream(
  connections: Dispatcher,
  url: string,
  limits: RequestLimits,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<UpstreamOutcome | Unchanged> {
  const deadline = openDeadline(limits, signal);
  try {
    const { origin, pathname, search } = new URL(url);
    const response = await untilAborted(
      connections.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: { ...requestHeaders, ...headers },
        signal: deadline.signal,
      }),
      deadline.signal,
    );
    deadline.headersArrived();
    if (response.statusCode === 304 && 'if-none-match' in headers) {
      discard(response.body);
      return { kind: 'unchanged', headersAt: Date.now(), headers: servedHeaders(response) };
    }
    return await outcomeOf(response, limits.maximumBodyBytes);
  } catch (cause) {
    if (signal.aborted) return failure('aborted', 'the request was cancelled');
    const expired = deadline.expired();
    if (expired !== null) return failure('timeout', `no response within ${expired / 1000} s`);
    return describeError(cause);
  } finally {
    deadline.end();
  }
}

async function outcomeOf(response: ReceivedResponse, maximumBytes: number): Promise<UpstreamOutcome> {
  const headersAt = Date.now();
  // A stream error without a listener would end the process.
  response.body.on('error', () => undefined);
  const refused = checkHead(response, maximumBytes);
  if (refused?.failure === 'http') return { ...refused, error: await errorOf(response) };
  if (refused) {
    discard(response.body);
    return refused;
  }
  const encoding = (headerText(response.headers['content-encoding']) ?? 'identity').trim().toLowerCase();
  const decoder = decoderOf(encoding);
  if (decoder === undefined) {
    response.body.destroy();
    return failure('protocol', `the response has an unknown content encoding`, {
      detail: encoding.slice(0, 100),
    });
  }
  // Errors of either stream reach the reader of the decoder.
  const source: Readable = decoder ? pipeline(response.body, decoder, () => undefined) : response.body;
  if (isWebPage(response))
    return failure('not-json', 'the response is a web page, not this API', {
      status: 200,
      reason: 'web-page',
      detail: describePage(await headOf(source)),
    });
  const read = await readBody(source, maximumBytes);
  if (read.kind === 'too-large') return tooLarge(maximumBytes);
  return read.kind === 'flawed'
    ? refusalFor(read)
    : { kind: 'answer', headersAt, headers: servedHeaders(response), body: read.body };
}

async function errorOf(response: ReceivedResponse): Promise<NonNullable<UpstreamFailure['error']>> {
  const headers = pick(response, answerHeaders);
  if (
    mayBeStored(
      namedHeaders((name) => headers[name] ?? null),
      Date.now(),
    )
  )
    return { headers, digest: await digestOf(response.body) };
  discard(response.body);
  return { headers, digest: null };
}

function declaredBytes({ headers }: ReceivedResponse): number {
  return Number(headerText(headers['content-length']) ?? 0);
}

/** Returns the target of a redirect, quoted. The query is cut off: it may hold a secret. */
function targetOf({ headers }: ReceivedResponse): string {
  const [target = ''] = (headerText(headers['location']) ?? '').split(/[?#]/, 1);
  return JSON.stringify(target.slice(0, 200));
}

/** Returns the failure that status and headers already show; `null` if the body has to be read. */
function checkHead(response: ReceivedResponse, maximumBytes: number): UpstreamFailure | null {
  const { statusCode: status } = response;
  if (status === 200)
    return declaredBytes(response) > maximumBytes && !isWebPage(response) ? tooLarge(maximumBytes) : null;
  const headers = pick(response, failureHeaders);
  if (status >= 300 && status < 400 && status !== 304) {
    return failure('redirect', 'the response is a redirect, which is not followed', {
      status,
      detail: "The host's log says where it leads.",
      cause: `to ${targetOf(response)}`,
    });
  }
  if (status === 401 || status === 403)
    return failure('refused', `HTTP ${status}: the service requires credentials, and none are configured`, {
      status,
      headers,
    });
  if (status >= 400 && status < 600) return failure('http', `HTTP ${status}`, { status, headers });
  return failure('protocol', `HTTP ${status}, but only 200 is accepted`, { status });
}

/** Reads the short rest of an unused body, so that the connection can be reused. Cuts a long or slow one. */
function discard(body: ReceivedResponse['body']): void {
  body.on('error', () => undefined);
  body.dump({ limit: 64 * 1024, signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
}

function decoderOf(encoding: string): Transform | null | undefined {
  if (encoding === 'identity') return null;
  if (encoding === 'gzip') return createGunzip();
  return encoding === 'br' ? createBrotliDecompress() : undefined;
}

async function headOf(source: Readable): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of source) {
    // Streams without a text encoding set yield bytes.
    const chunk = part as Uint8Array;
    parts.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= longestHead) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts, Math.min(bytes, longestHead)));
}

function isWebPage({ headers }: ReceivedResponse): boolean {
  return headerText(headers['content-type'])?.split(';')[0]?.trim().toLowerCase() === 'text/html';
}

function refusalFor(read: Extract<ReadBody, { readonly kind: 'flawed' }>): UpstreamFailure {
  if (read.flaw !== 'not JSON')
    return read.flaw === 'too deep'
      ? failure('contract', `the response is nested deeper than ${depthLimit} levels`, { status: 200 })
      : failure('not-json', 'the response is empty', { status: 200, detail: flawAt(1, 1, true) });
  const { line, column, isEnd } = read.place;
  return failure('not-json', 'the response is not JSON', { status: 200, detail: flawAt(line, column, isEnd) });
}

function tooLarge(maximumBytes: number): UpstreamFailure {
  const size =
    maximumBytes >= 1024 ** 2 ? `${Math.floor(maximumBytes / 1024 ** 2)} MiB` : `${maximumBytes} bytes`;
  return failure('too-large', `the response is larger than ${size}`, { status: 200 });
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);
const protocolCode =
  /^(?:HPE_|Z_|ERR__?ERROR_|ERR_ZLIB|ERR_BROTLI|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT)/;

/**
 * Converts an error of the connection into a failure for viewers, who get neither addresses nor system error
 * codes (docs/operate/troubleshooting.md). The log gets the `cause`.
 */
function describeError(error: unknown): UpstreamFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message.slice(0, 200) : '';
  const cause = message.includes(code) ? message : `${code} ${message}`;
  if (timeoutCodes.has(code)) return failure('timeout', 'no response in time', { cause });
  if (error instanceof RefusedAddress)
    return failure('unreachable', 'no connection: its address is refused', {
      reason: 'address-refused',
      detail: "It is a link-local or metadata address; the host's log says which, and what to do.",
    });
  if (protocolCode.test(code) || (error instanceof Error && error.name === 'HTTPParserError'))
    return failure('protocol', 'the response breaks the rules of HTTP', { detail: message, cause });
  const { kind, ...fault } = connectionFault(error) ?? brokenConnection;
  return failure(kind, fault.summary, { reason: fault.reason, detail: fault.detail, cause });
}

const brokenConnection = {
  kind: 'unreachable',
  reason: null,
  summary: 'no connection',
  detail: null,
} as const;
