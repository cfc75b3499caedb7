/** State of one endpoint of a deployment: the last usable response, and the failure after it, if any. */

import type { Finding, UnlistedField } from '#contract/decode/row.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import { type FailureKind, type FailureReason, isAbsentStatus } from '#contract/failure.ts';
import type { CacheHeaders, Lifetime } from './poll.ts';
import type { SourceClock } from './source-clock.ts';

/** Response headers that the app uses, as sent; `null` if absent. */
export interface ResponseHeaders extends CacheHeaders {
  readonly contentType: string | null;
  readonly etag: string | null;
  /** `Via`: proxies between client and service (RFC 9110 section 7.6.3). */
  readonly via: string | null;
  /**
   * `Edgewatch-Served` (ISO 8601): our host's time when it served the response. `servedAge`: the response's
   * age at that time, in seconds (docs/understand/host-api.md).
   */
  readonly served: string | null;
  readonly servedAge: string | null;
  /**
   * Whether our host lets a cache between host and page share the response (`sharedCache`), by `Edgewatch-Date`. Its
   * timestamp is then older than the request.
   */
  readonly isShared: boolean;
  /** `Age` that a cache between host and service stated, as our host passed it on. */
  readonly upstreamAge: string | null;
  /**
   * `Edgewatch-As-Of`, `Edgewatch-Seen` and `Edgewatch-Observed` of a response of the past (docs/understand/history-api.md,
   * part 10): the moment, the poll before it, and whether the state was known then.
   */
  readonly asOf: string | null;
  readonly seen: string | null;
  readonly observed: string | null;
}

/**
 * Collects the used headers of a response.
 * @param get - returns a header by its lower-case name
 */
export function responseHeaders(get: (name: string) => string | null): ResponseHeaders {
  return {
    cacheControl: get('cache-control'),
    age: get('age'),
    expires: get('expires'),
    date: get('edgewatch-date') ?? get('date'),
    warning: get('warning'),
    contentType: get('content-type'),
    etag: get('etag'),
    via: get('via'),
    xCache: get('x-cache-status') ?? get('x-cache'),
    served: get('edgewatch-served'),
    servedAge: get('edgewatch-age'),
    isShared: get('edgewatch-date') !== null,
    upstreamAge: get('edgewatch-upstream-age'),
    asOf: get('edgewatch-as-of'),
    seen: get('edgewatch-seen'),
    observed: get('edgewatch-observed'),
  };
}

export const noHeaders: ResponseHeaders = responseHeaders(() => null);

/** One HTTP response, parsed. Times are epoch milliseconds of our clock, unless stated otherwise. */
export interface Answer<T> {
  readonly path: EndpointPath;
  readonly value: T;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
  /** When the last byte arrived, without the pauses of browser throttling. */
  readonly receivedAt: number;
  /** `Date` header in epoch milliseconds, by the server's clock; `null` if absent or unreadable. */
  readonly servedAt: number | null;
  /** Age of the response at receipt, in seconds (age.ts). */
  readonly ageSeconds: number;
  /** Milliseconds by which the service's clock is ahead of ours; 0 if below 5 s or unknown. */
  readonly skew: number;
  readonly lifetime: Lifetime;
  /** Present if the host served the last good response because the service gave no newer one. */
  readonly lastGood?: {
    /**
     * Earliest time for the next request that the service allows, in epoch milliseconds; `null` if it states
     * none.
     */
    readonly retryAt: number | null;
  };
  /** Number of successive responses that arrived without remaining lifetime, this one included. */
  readonly uncacheableRun: number;
  /** How `updated_at` moved over the polls so far. Present in responses of status endpoints only. */
  readonly source?: SourceClock;
  /**
   * Random number from 0 to 1, drawn at receipt. It selects the delay of the next request within the allowed
   * range.
   */
  readonly spread: number;
  readonly headers: ResponseHeaders;
  /**
   * Milliseconds from request to last byte, without throttling; `null` if the response was delivered with the
   * page.
   */
  readonly latencyMilliseconds: number | null;
  readonly bytes: number;
}

/**
 * Makes an {@link Answer} of a response that another host or thread received. Only its value and times are
 * known.
 */
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

/** Dates a response of the past by the poll on which it rests, because our request of it says nothing about its age. */
export function datedByPoll<T>(answer: Answer<T>): Answer<T> {
  const { asOf, seen } = answer.headers;
  return {
    ...answer,
    receivedAt: Date.parse(seen ?? asOf ?? ''),
    ageSeconds: 0,
    servedAt: null,
    skew: 0,
    latencyMilliseconds: null,
  };
}

export interface Failure {
  readonly path: EndpointPath;
  readonly kind: FailureKind;
  readonly reason?: FailureReason | null;
  /** HTTP status; `null` if there was no response. */
  readonly status: number | null;
  /** Clause that tells the viewer what failed: "HTTP 503", "no response within 10 s". */
  readonly summary: string;
  /**
   * Technical detail, for example a position in the text or the target of a redirect; `null` if there is
   * none.
   */
  readonly detail: string | null;
  readonly at: number;
  /**
   * Earliest time for the next request by `Retry-After`, at most 5 minutes after `at`; `null` if none was
   * sent.
   */
  readonly retryAt: number | null;
  /** Number of successive failures, this one included. */
  readonly run: number;
  /** Epoch milliseconds at which the first of the successive failed requests was sent. */
  readonly since: number;
  readonly spread: number;
  readonly mayBeStored?: boolean;
  /** `Edgewatch-Served` of the response; `null` if there was none. */
  readonly served?: string | null;
  /** Poll period of the deployment in milliseconds; if absent, the caller's poll period applies. */
  readonly pollMilliseconds?: number;
}

export interface Feed<T> {
  readonly answer: Answer<T> | null;
  /** Failure after `answer`; `null` if the last request succeeded. */
  readonly failure: Failure | null;
}

/**
 * Builds the feed after a response. If the host served its last good response instead of a new one, that also
 * counts as a failure.
 */
export function feedWith<T>(answer: Answer<T>, earlier: Failure | null = null): Feed<T> {
  const { path, lastGood, receivedAt, spread } = answer;
  if (!lastGood) return { answer, failure: null };
  const failure: Failure = {
    path,
    kind: 'unreachable',
    // The HTTP status is 200 because the host itself responded.
    status: 200,
    summary: 'the service gave its host no newer response',
    detail: null,
    at: receivedAt,
    retryAt: lastGood.retryAt,
    // The number of earlier failures is unknown. With 2, the feed is late at once.
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

/**
 * Decides whether a deployment offers an endpoint, by its last response or failure
 * (docs/understand/freshness.md).
 */
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
