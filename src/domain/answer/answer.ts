/** State of one endpoint of a deployment: the last usable response and the failure after it, if any. */

import type { Finding, UnlistedField } from '#contract/decode/row.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import { type FailureKind, type FailureReason, isAbsentStatus } from '#contract/failure.ts';
import type { CacheHeaders, Lifetime } from './poll.ts';
import type { SourceClock } from './source-clock.ts';

/** Response headers that are used, as sent; `null` if absent. */
export interface ResponseHeaders extends CacheHeaders {
  readonly contentType: string | null;
  readonly etag: string | null;
  /** Proxies on the way (RFC 9110 section 7.6.3). */
  readonly via: string | null;
  /** Our host's time when it served the response (ISO 8601), and the age at that time in seconds (docs/understand/host-api.md). */
  readonly served: string | null;
  readonly servedAge: string | null;
  /** `Age` as a cache between host and service stated it. */
  readonly upstreamAge: string | null;
}

/** @param get - returns a header by its lower-case name. */
export function responseHeaders(get: (name: string) => string | null): ResponseHeaders {
  return {
    cacheControl: get('cache-control'),
    age: get('age'),
    expires: get('expires'),
    date: get('date'),
    warning: get('warning'),
    contentType: get('content-type'),
    etag: get('etag'),
    via: get('via'),
    xCache: get('x-cache-status') ?? get('x-cache'),
    served: get('edgewatch-served'),
    servedAge: get('edgewatch-age'),
    upstreamAge: get('edgewatch-upstream-age'),
  };
}

export const noHeaders: ResponseHeaders = responseHeaders(() => null);

/** One HTTP response, parsed. Times are epoch milliseconds of our clock, unless stated otherwise. */
export interface Answer<T> {
  readonly path: EndpointPath;
  readonly value: T;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
  /** Receipt of the last byte, without the pauses of throttling. */
  readonly receivedAt: number;
  /** `Date` header, by the server's clock; `null` if absent or unreadable. */
  readonly servedAt: number | null;
  /** Age at receipt, in seconds (age.ts). */
  readonly ageSeconds: number;
  /** Milliseconds by which the service's clock is ahead of ours; 0 within 5 s or if unknown. */
  readonly skew: number;
  readonly lifetime: Lifetime;
  /** Present if the host served its last good response because it got no newer one. */
  readonly lastGood?: {
    /** Earliest next request by the service, epoch milliseconds. */
    readonly retryAt: number | null;
  };
  /** Number of responses in a row, with this one, without remaining lifetime. */
  readonly uncacheableRun: number;
  /** Status documents only: how `updated_at` moved over the polls so far. */
  readonly source?: SourceClock;
  /** Random number from 0 to 1, drawn at receipt: the share of the allowed delay for the next request. */
  readonly spread: number;
  readonly headers: ResponseHeaders;
  /** Milliseconds from request to last byte, without throttling; `null` if the response was delivered with the page. */
  readonly latencyMilliseconds: number | null;
  readonly bytes: number;
}

/** A response that another host or thread received. Only its value and times are known. */
export function relayedResponse<T>(
  path: EndpointPath,
  value: T,
  times: Pick<Answer<unknown>, 'receivedAt' | 'ageSeconds' | 'lifetime'>,
): Answer<T> {
  const { receivedAt, ageSeconds, lifetime } = times;
  return {
    path,
    value,
    receivedAt,
    ageSeconds,
    lifetime,
    findings: [],
    unlisted: [],
    servedAt: null,
    skew: 0,
    uncacheableRun: 0,
    spread: 0,
    headers: noHeaders,
    latencyMilliseconds: null,
    bytes: 0,
  };
}

export interface Failure {
  readonly path: EndpointPath;
  readonly kind: FailureKind;
  readonly reason?: FailureReason | null;
  /** HTTP status; `null` without a response. */
  readonly status: number | null;
  /** Clause for the viewer: "HTTP 503", "no response within 10 s". */
  readonly summary: string;
  /** Technical detail: a position in the text, the target of a redirect. */
  readonly detail: string | null;
  readonly at: number;
  /** Earliest next request by `Retry-After`, at most 5 minutes after `at`. */
  readonly retryAt: number | null;
  /** Failures in a row, this one included. */
  readonly run: number;
  /** Epoch milliseconds at which the first failed request of this row was sent. */
  readonly since: number;
  readonly spread: number;
  readonly mayBeStored?: boolean;
  /** P of the deployment in milliseconds; without it, P of the caller. */
  readonly pollMilliseconds?: number;
}

export interface Feed<T> {
  readonly answer: Answer<T> | null;
  /** The failure after `answer`; `null` if the last request succeeded. */
  readonly failure: Failure | null;
}

/** The feed after a response. If the host served an earlier one instead, that counts as a failure and is retried as such. */
export function feedWith<T>(answer: Answer<T>, earlier: Failure | null = null): Feed<T> {
  const { path, lastGood, receivedAt, spread } = answer;
  if (!lastGood) return { answer, failure: null };
  const failure: Failure = {
    path,
    kind: 'unreachable',
    // The host itself responded.
    status: 200,
    summary: 'the service gave its host no newer response',
    detail: null,
    at: receivedAt,
    retryAt: lastGood.retryAt,
    // The number of earlier failures is unknown. 2 makes the feed late at once.
    run: Math.max(2, (earlier?.run ?? 0) + 1),
    since: earlier?.since ?? receivedAt,
    spread,
  };
  return { answer, failure };
}

export const silentFeed: Feed<never> = { answer: null, failure: null };

export function isAbsent(failure: Failure): boolean {
  return failure.kind === 'http' && isAbsentStatus(failure.status);
}

export type Availability = 'waiting' | 'offered' | 'not-offered' | 'no-longer-offered' | 'refused' | 'failing';

/** Whether a deployment offers an endpoint, by its last response or failure (docs/understand/freshness.md). */
export function availabilityOf(feed: Feed<unknown>): Availability {
  const { answer, failure } = feed;
  if (!failure) return answer ? 'offered' : 'waiting';
  if (isAbsent(failure)) {
    if (!answer) return 'not-offered';
    // A single 404 after usable responses is an ordinary failure.
    return failure.run >= 2 ? 'no-longer-offered' : 'offered';
  }
  return failure.kind === 'refused' ? 'refused' : 'failing';
}
