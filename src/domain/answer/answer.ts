/** What is known of one endpoint of one deployment: the last good answer and, if newer, the failure after it. */

import type { Finding, UnlistedField } from '#contract/decode/record.ts';
import type { EndpointPath } from '#contract/endpoints.ts';
import { type FailureKind, type FailureReason, isAbsentStatus } from '#contract/failure.ts';
import type { CacheHeaders, Lifetime } from './poll.ts';
import type { SourceClock } from './source-clock.ts';

/** Response headers that age, lifetime and the Endpoints page use, as sent; `null` where absent. */
export interface AnswerHeaders extends CacheHeaders {
  readonly contentType: string | null;
  readonly etag: string | null;
  /** Proxies on the way (RFC 9110 section 7.6.3). */
  readonly via: string | null;
  /** Our host's time at serving, ISO 8601, and the age of the response then, seconds (docs/understand/host-api.md). */
  readonly served: string | null;
  readonly servedAge: string | null;
  /** `Age` that a cache behind our host stated. */
  readonly upstreamAge: string | null;
}

/** @param get - the value of a header by its lower-case name. */
export function answerHeaders(get: (name: string) => string | null): AnswerHeaders {
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

export const noHeaders: AnswerHeaders = answerHeaders(() => null);

/** One HTTP response, parsed. Times are epoch milliseconds of our clock unless said otherwise. */
export interface Answer<T> {
  readonly path: EndpointPath;
  readonly value: T;
  readonly findings: readonly Finding[];
  /** Members that the document does not name. */
  readonly unlisted: readonly UnlistedField[];
  /** When its last byte was here, or would have been without rests while it was taken in. */
  readonly receivedAt: number;
  /** `Date` header by the server's clock; `null` where absent or unreadable. */
  readonly servedAt: number | null;
  /** Seconds since the making of the response, at receipt (age.ts). */
  readonly ageSeconds: number;
  /** Milliseconds that the service's clock is ahead of ours; 0 within 5 s, and while unknown. */
  readonly skew: number;
  readonly lifetime: Lifetime;
  /** There where a host handed it out in place of a newer one that it could not get. */
  readonly lastGood?: {
    /** Earliest next request that the service stated, epoch milliseconds. */
    readonly retryAt: number | null;
  };
  /** Responses in a row, this one included, that arrived without any lifetime left. */
  readonly uncacheableRun: number;
  /** Of status documents: what their own time did over the readings so far, this one included. */
  readonly source?: SourceClock;
  /** A number from 0 to 1 drawn at receipt: how far into the allowed delay the next request goes. */
  readonly spread: number;
  readonly headers: AnswerHeaders;
  /** From the question to its last byte, without those rests; `null` where the answer came with the document, unasked. */
  readonly latencyMilliseconds: number | null;
  readonly bytes: number;
}

/** An answer that somebody else received, of which no more than value and times is known. */
export function relayedAnswer<T>(
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
  /** HTTP status where there was an answer. */
  readonly status: number | null;
  /** A clause a person understands: "HTTP 503", "no answer within 10 s". */
  readonly summary: string;
  /** More for those who look: position in the text, target of a redirect. */
  readonly detail: string | null;
  readonly at: number;
  /** Earliest next request stated by `Retry-After`, at most 5 minutes after `at`. */
  readonly retryAt: number | null;
  /** Failures in a row, this one included. */
  readonly run: number;
  /** When the first of them was asked for, epoch milliseconds: nothing came of the endpoint since. */
  readonly since: number;
  readonly spread: number;
  /** Whether a cache may have stored this error; the summary says so. */
  readonly mayBeStored?: boolean;
  /** P of its deployment, milliseconds; where absent that of whoever asks. */
  readonly pollMilliseconds?: number;
}

export interface Feed<T> {
  readonly answer: Answer<T> | null;
  /** The failure that came after `answer`; `null` while the last try succeeded. */
  readonly failure: Failure | null;
}

/** The feed after an answer. That a host had to hand out an earlier one is a failure: the asking goes on like after any. */
export function feedWith<T>(answer: Answer<T>, earlier: Failure | null = null): Feed<T> {
  const { path, lastGood, receivedAt, spread } = answer;
  if (!lastGood) return { answer, failure: null };
  const failure: Failure = {
    path,
    kind: 'unreachable',
    // The host did answer.
    status: 200,
    summary: 'the service gave its host no newer answer',
    detail: null,
    at: receivedAt,
    retryAt: lastGood.retryAt,
    // Nobody knows how many there were before: it is late at once.
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

/** Whether a deployment offers an endpoint, from what it last said (docs/understand/freshness.md). */
export function availabilityOf(feed: Feed<unknown>): Availability {
  const { answer, failure } = feed;
  if (!failure) return answer ? 'offered' : 'waiting';
  if (isAbsent(failure)) {
    if (!answer) return 'not-offered';
    // One stray answer among good ones is a failure like any other.
    return failure.run >= 2 ? 'no-longer-offered' : 'offered';
  }
  return failure.kind === 'refused' ? 'refused' : 'failing';
}
