/** Sends one request to an endpoint of a deployment: response → bytes → JSON → contract → {@link Answer}. */

import type { ListParameters } from '#contract/decode/list.ts';
import { ContractError } from '#contract/decode/row.ts';
import { type Endpoint, type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import { isAbsentStatus, isFailureKind, isFailureReason } from '#contract/failure.ts';
import { defaultLimits } from '#contract/host.ts';
import { isPlainObject, parseJson } from '#contract/json/parse.ts';
import { describePage } from '#contract/page-title.ts';
import { problemMediaType } from '#contract/problem.ts';
import { ageAtReceipt, ageOfRepeat } from '#domain/answer/age.ts';
import { type Answer, type ResponseHeaders, responseHeaders } from '#domain/answer/answer.ts';
import { parseHttpDate } from '#domain/answer/http-date.ts';
import type { Lifetime } from '#domain/answer/poll.ts';
import {
  type Clocks,
  clocksAfterResponse,
  skewOfService,
  unknownClocks,
} from '#domain/answer/service-clock.ts';
import type { SourceClock } from '#domain/answer/source-clock.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import { type Body, type LargeBody, readBody } from './body.ts';
import { type ClientResponse, type ExchangeOptions, exchange } from './exchange.ts';
import type { storedCopySummary } from './http-error.ts';
import { plainRequest, repeatedRequest } from './plain-request.ts';
import { longestRetryAfter, RequestFailure } from './request-failure.ts';

/** Decodes the responses of one kind of endpoint: client/status-reader.ts or client/list-reader.ts. */
export interface Reader<T> {
  /**
   * Decodes a parsed JSON body.
   * @throws ContractError if the body is not a response of such an endpoint.
   */
  decode(
    endpoint: Endpoint,
    body: unknown,
    parameters: ListParameters,
  ): { readonly value: T } & Pick<Answer<T>, 'findings' | 'unlisted'>;
  lifetime(headers: ResponseHeaders, receipt: Receipt): Lifetime;
  /** Opens the destination of a large body; resolves to `null` if there is none. */
  openLarge?(path: EndpointPath, asked: ListParameters): Promise<LargeBody<T> | null>;
  /** Size in bytes above which a body is large; `largeBytes` (body.ts) by default. */
  readonly longFrom?: number;
  /**
   * Compares `updated_at` of a response with that of the earlier one: does the service's own time advance?
   * Absent for lists, which have no `updated_at`.
   */
  source?(value: T, earlier: Answer<T> | null, receivedAt: number, skipped: number): SourceClock;
}

/** Inputs to the computation of a response's lifetime, besides its headers. */
export interface Receipt {
  readonly pollMilliseconds: number;
  /** Number of consecutive responses, before this one, that arrived without remaining lifetime. */
  readonly repeats: number;
  /** Time of receipt in epoch milliseconds. */
  readonly receivedAt: number;
  /** Age of the response, in seconds. */
  readonly ageSeconds: number;
  /** Part of `ageSeconds` that passed during the transfer of the response, in seconds. */
  readonly transferSeconds?: number;
}

export interface RequestOptions<T> extends ExchangeOptions {
  readonly reader: Reader<T>;
  readonly pollMilliseconds: number;
  /** Measured offsets of the clocks of the deployment and of the host. Each status response updates them. */
  readonly clocks?: { current: Clocks };
  readonly earlier?: Answer<T> | null;
  /** Returns the total milliseconds by which `now` has jumped ahead: sleep, or a clock that was set. */
  readonly skipped?: () => number;
  readonly random: () => number;
  /**
   * Checks that responses come from the page's own host, not from a log-in proxy in front of it. Called only
   * for a response that may come from such a proxy. Absent in the host itself.
   */
  readonly isOwnHost?: () => Promise<boolean>;
  /** Called with the number of bytes so far. `total` is `null` if the response does not state its size. */
  readonly onBytes?: (bytes: number, total: number | null) => void;
}

/**
 * Sends one request to an endpoint and decodes the response.
 * @throws RequestFailure for everything that is not a readable response of this API.
 */
export async function request<T>(options: RequestOptions<T>): Promise<Answer<T>> {
  try {
    return await ask(options);
  } catch (cause) {
    if (!(cause instanceof ListGone) || options.signal?.aborted) throw cause;
    return ask({ ...options, reader: { ...options.reader, openLarge: async () => null } });
  }
}

async function ask<T>(options: RequestOptions<T>): Promise<Answer<T>> {
  const { path, now, skipped = () => 0, earlier = null, reader } = options;
  const init = earlier ? repeatedRequest : plainRequest;
  const { received, body, started, headersAt } = await exchange(options, init, (response) =>
    bodyOf(response, options),
  );
  // Measured before decoding: the time for decoding and throttling must not count as latency or make the response younger.
  const ended = now() - (body.large?.pausedMilliseconds?.() ?? 0);
  const receivedAt = received.at ?? ended;
  const { response } = received;
  if (mayBeLogIn(response) && (await options.isOwnHost?.()) === false)
    throw new RequestFailure(path, 'refused', 'a proxy in front of this host requires a log-in', {
      reason: 'proxy-log-in',
      status: response.status,
    });
  try {
    await checkStatus(options, response, body.text, receivedAt);
  } catch (cause) {
    if (cause instanceof RequestFailure) cause.served = headersOf(response).served;
    throw cause;
  }
  const { value, findings, unlisted } = await decode(options, response, body);
  const headers = headersOf(response);
  const moments = { requestedAt: Math.min(started, headersAt), headersAt, receivedAt };
  const latencyMilliseconds = received.at === undefined ? Math.max(0, ended - started) : null;
  const isStatus = endpointAt(path).resource === 'status';
  if (options.clocks && isStatus)
    options.clocks.current = clocksAfterResponse(options.clocks.current, headers, moments);
  const clocks = options.clocks?.current ?? unknownClocks;
  // A stored copy of a status repeats its timestamp at the next poll, so the clock of the host is not needed. Only a
  // copy that the host allows may be replaced before.
  const knownClocks = isStatus && !headers.isShared ? { ...clocks, host: [] } : clocks;
  const repeatSeconds = ageOfRepeat(headers, receivedAt, earlier);
  const ageSeconds = Math.max(ageAtReceipt(headers, moments, knownClocks), repeatSeconds);
  const ageAtHeaders = ageAtReceipt(headers, { ...moments, receivedAt: headersAt }, knownClocks);
  // Our host passes on the `Age` that a cache stated. Without it no cache caused the age.
  const isTransfer = headers.served !== null && headers.upstreamAge === null && !isStatus;
  const transferSeconds = repeatSeconds > 0 ? 0 : isTransfer ? ageSeconds : ageSeconds - ageAtHeaders;
  const repeats = earlier?.uncacheableRun ?? 0;
  const lifetime = reader.lifetime(headers, {
    pollMilliseconds: options.pollMilliseconds,
    repeats,
    receivedAt,
    ageSeconds,
    transferSeconds,
  });
  return {
    path,
    value,
    findings,
    unlisted,
    receivedAt,
    servedAt: parseHttpDate(headers.date),
    ageSeconds,
    skew: skewOfService(clocks),
    ...lastGoodOf(response, receivedAt),
    lifetime,
    uncacheableRun: lifetime.uncacheable ? repeats + 1 : 0,
    ...(reader.source && { source: reader.source(value, earlier, receivedAt, skipped()) }),
    spread: options.random(),
    headers,
    latencyMilliseconds,
    bytes: body.bytes,
  };
}

async function bodyOf<T>(response: ClientResponse, options: RequestOptions<T>): Promise<Body<T>> {
  const { path, reader, parameters = {}, limits = defaultLimits, onBytes } = options;
  if (!hasUsefulBody(response)) {
    response.body?.cancel().catch(() => undefined);
    return { text: '', large: null, bytes: 0 };
  }
  const isAnswer = response.status === 200 && !isWebPage(response);
  return readBody(response, path, {
    maximumBytes: limits.maximumBodyBytes,
    openLarge: isAnswer && reader.openLarge ? () => reader.openLarge?.(path, parameters) : undefined,
    longFrom: reader.longFrom,
    onBytes: isAnswer ? onBytes : undefined,
  });
}

/**
 * Returns whether to read the body: of status 200 or of a problem document. The body of any other error may
 * be long or endless.
 */
function hasUsefulBody(response: ClientResponse): boolean {
  return response.status === 200 || mediaType(response) === problemMediaType;
}

/**
 * Returns whether a response may come from a proxy that requires a log-in: a redirect, 401, 403 or a web
 * page. The host reports such responses of an upstream as a problem document.
 */
export function mayBeLogIn(response: ClientResponse): boolean {
  const { status } = response;
  if (mediaType(response) === problemMediaType) return false;
  return isRedirect(response) || status === 401 || status === 403 || (status === 200 && isWebPage(response));
}

function isRedirect({ type, status }: ClientResponse): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

function isWebPage(response: ClientResponse): boolean {
  return mediaType(response) === 'text/html';
}

/** Throws a RequestFailure unless the status is 200: the API document shows no other status (part 7). */
async function checkStatus<T>(
  options: RequestOptions<T>,
  response: ClientResponse,
  text: string,
  receivedAt: number,
): Promise<void> {
  const { path } = options;
  const status = response.status === 200 ? statusOfProblem(response, text) : response.status;
  if (status === 200) return;
  if (isRedirect(response)) {
    const target = response.headers.get('location');
    throw new RequestFailure(path, 'redirect', 'the response is a redirect, which is not followed', {
      status,
      detail: target,
    });
  }
  const { headers } = response;
  const retryAfterSeconds = retryAfter(headers.get('retry-after'), headers.get('date'), receivedAt);
  const problem = problemOf(response, text);
  if (problem)
    throw new RequestFailure(path, problem.kind, problem.summary, { ...problem, status, retryAfterSeconds });
  if (status === 401 || status === 403)
    throw new RequestFailure(
      path,
      'refused',
      `HTTP ${status}: the service requires credentials, and none are configured`,
      {
        status,
        retryAfterSeconds,
      },
    );
  const kind = status >= 400 ? 'http' : 'protocol';
  const copy = mayNameCopy(status, text)
    ? await storedCopy(options, { status, headers, problem: text, receivedAt })
    : null;
  const more = { status, retryAfterSeconds, mayBeStored: copy !== null };
  throw new RequestFailure(path, kind, copy ?? `HTTP ${status}`, more);
}

/**
 * Returns whether an error may be a stored copy, so that loading http-error.ts is worth while. The host has
 * already checked the errors that it reports.
 */
function mayNameCopy(status: number, problem: string): boolean {
  return problem === '' ? status >= 400 && !isAbsentStatus(status) : problem.includes('"storedCopy"');
}

let isCopyCodeMissing = false;

/**
 * Returns the summary of an error that may be a stored copy; `null` for other errors, or if http-error.ts
 * cannot be loaded. Loading is tried once: a proxy whose host is down also responds to each request for the
 * code with an error.
 */
async function storedCopy(...error: Parameters<typeof storedCopySummary>): Promise<string | null> {
  if (isCopyCodeMissing) return null;
  try {
    return (await import('./http-error.ts')).storedCopySummary(...error);
  } catch {
    isCopyCodeMissing = true;
    return null;
  }
}

/**
 * Returns the status that a problem document states, for a response with status 200; 200 for other bodies.
 * The host reports an endpoint that is not offered in this way (http/problem.ts): browsers log any other
 * status as an error of the page.
 */
function statusOfProblem(response: ClientResponse, text: string): number {
  if (mediaType(response) !== problemMediaType) return 200;
  try {
    const problem = parseJson(text);
    const status = isPlainObject(problem) ? problem['status'] : null;
    return typeof status === 'number' && isAbsentStatus(status) ? status : 200;
  } catch {
    return 200;
  }
}

const maximumText = 300;

function problemOf(response: ClientResponse, text: string) {
  if (mediaType(response) !== problemMediaType) return null;
  try {
    const problem = parseJson(text);
    if (!isPlainObject(problem) || !isFailureKind(problem['kind'])) return null;
    const { kind, reason, detail, title } = problem;
    // Only this client knows whether it cancelled. A failure of kind `aborted` is not stored and would never be retried.
    if (!isFailureKind(kind) || kind === 'http' || kind === 'aborted') return null;
    const summary = typeof title === 'string' ? title.slice(0, maximumText) : `HTTP ${response.status}`;
    return {
      kind,
      reason: isFailureReason(reason) ? reason : null,
      summary,
      detail: typeof detail === 'string' ? detail.slice(0, maximumText) : null,
    };
  } catch {
    return null;
  }
}

async function decode<T>(
  { path, reader, parameters = {}, signal }: RequestOptions<T>,
  response: ClientResponse,
  body: Body<T>,
) {
  const { status } = response;
  if (isWebPage(response)) {
    throw new RequestFailure(path, 'not-json', 'the response is a web page, not this API', {
      reason: 'web-page',
      status,
      detail: describePage(body.text),
    });
  }
  try {
    if (body.large) return await endOfLarge(body.large, signal);
    return reader.decode(endpointAt(path), parseJson(body.text), parameters);
  } catch (cause) {
    if (cause instanceof ContractError)
      throw new RequestFailure(path, 'contract', `HTTP 200, but ${lowerFirst(cause.message)}`, { status });
    if (!(cause instanceof SyntaxError)) throw cause;
    const isEmpty = !body.large && body.text.trim() === '';
    const summary = isEmpty ? 'the response is empty' : 'the response is not JSON';
    const detail = body.large ? cause.message : await describeFlawIn(body.text);
    throw new RequestFailure(path, 'not-json', summary, { status, detail });
  }
}

/** Describes where a text stops being JSON; `null` if the code, loaded on demand, cannot be loaded. */
function describeFlawIn(text: string): Promise<string | null> {
  return import('#contract/json/flaw.ts').then(
    ({ describeFlaw }) => describeFlaw(text),
    () => null,
  );
}

async function endOfLarge<T>(large: LargeBody<T>, signal: AbortSignal | undefined) {
  const cancel = () => large.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    if (signal?.aborted) cancel();
    return await large.end();
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

/**
 * Reads whether the host sent its last good response in place of a newer one (docs/understand/host-api.md).
 * `retryAt`: epoch milliseconds of the next try; `null` if not stated.
 */
function lastGoodOf({ headers }: ClientResponse, now: number): Pick<Answer<unknown>, 'lastGood'> {
  if (!headers.has('edgewatch-last-good')) return {};
  const seconds = retryAfter(headers.get('retry-after'), headers.get('date'), now);
  const retryAt = seconds === null ? null : now + 1000 * Math.min(seconds, longestRetryAfter);
  return { lastGood: { retryAt } };
}

function mediaType(response: ClientResponse): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function headersOf({ headers }: ClientResponse): ResponseHeaders {
  return responseHeaders((name) => headers.get(name));
}

/**
 * Reads `Retry-After` (RFC 9110 section 10.2.3) as seconds to wait. A date counts from `Date`, or from `now`
 * (epoch milliseconds) if the page cannot see `Date`.
 * @returns `null` if the header is absent, past or unreadable.
 */
export function retryAfter(value: string | null, date: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\s*\d{1,15}\s*$/.test(value)) return Number(value);
  const until = parseHttpDate(value);
  const from = parseHttpDate(date) ?? now;
  return until !== null && until > from ? (until - from) / 1000 : null;
}
