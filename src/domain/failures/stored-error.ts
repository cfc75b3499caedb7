/**
 * Recognises error responses that may be stored copies. A cache may store any status with a lifetime (RFC
 * 9111 section 3). For example, nginx without `proxy_cache_valid` stores a 503 with `max-age` and repeats it
 * while the service is well.
 */

import { expiresAfter, parseCacheControl, secondsOf } from '../answer/cache-control.ts';
import { ageOf, type CacheHeaders, isCalledStale } from '../answer/poll.ts';
import { formatClock } from '../text/format.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly headers: CacheHeaders;
  /** Digest of the response body; `null` if the body was not read. */
  readonly digest: string | null;
  /** When the response arrived, in epoch milliseconds. */
  readonly receivedAt: number;
}

export interface KnownError extends Pick<ErrorResponse, 'status' | 'digest'> {
  readonly date: string | null;
  readonly mayBeStored: boolean;
  /** When this error was created, in epoch milliseconds: its first receipt less its `Age`. */
  readonly since: number;
  /** Whether the error is older than its last response: it came again, or states an age. */
  readonly repeats: boolean;
}

/** Milliseconds. Two responses that arrive closer together may have the same `Date` by rounding. */
const rounding = 2_000;

/**
 * Text that marks a cache hit in nginx's `$upstream_cache_status` and in the `X-Cache` of Squid and most
 * CDNs.
 */
const hit = /\bHIT\b/i;

function statesLifetime(headers: CacheHeaders, receivedAt?: number): boolean {
  const control = parseCacheControl(headers.cacheControl);
  if (control.has('no-store')) return false;
  const seconds = secondsOf(control, 's-maxage') ?? secondsOf(control, 'max-age');
  if (seconds !== null) return seconds > 0;
  return headers.expires !== null && (expiresAfter(headers, receivedAt) ?? 0) > 0;
}

/**
 * Whether the headers of an error allow a cache to store it, or show a stored copy. `Via` and `Age: 0` alone
 * show nothing: Varnish and Traffic Server put them on errors that they pass on or create.
 */
export function mayBeStored(headers: CacheHeaders, receivedAt?: number): boolean {
  return (
    statesLifetime(headers, receivedAt) ||
    ageOf(headers) > 0 ||
    hit.test(headers.xCache ?? '') ||
    isCalledStale(headers)
  );
}

/** Whether an error repeats the `Date` of the known one, as a stored copy does. */
function hasSameDate(known: KnownError, { headers, receivedAt }: ErrorResponse): boolean {
  return headers.date !== null && headers.date === known.date && receivedAt - known.since >= rounding;
}

/**
 * Updates the known error after another error response.
 * @param known - newest error of the same URL; `null` after a usable response
 */
export function afterError(known: KnownError | null, error: ErrorResponse): KnownError {
  const { status, digest, receivedAt, headers } = error;
  const earlier = known !== null && known.status === status ? known : null;
  const hasStoodStill = earlier !== null && hasSameDate(earlier, error);
  // nginx writes a new `Date` at each cache hit, so only the body shows the repetition.
  const hasSameBody = earlier !== null && digest !== null && digest === earlier.digest;
  const repeats = hasStoodStill || hasSameBody;
  const age = ageOf(headers);
  const createdAt = receivedAt - 1000 * age;
  return {
    status,
    digest,
    date: headers.date,
    mayBeStored: hasStoodStill || mayBeStored(headers, receivedAt),
    since: repeats ? Math.min(earlier.since, createdAt) : createdAt,
    repeats: repeats || age > 0,
  };
}

/**
 * Describes an error that may be stored: "HTTP 503, the same since 04:12:07: it may be a stored copy".
 * @param since - epoch milliseconds; `null` if the error did not repeat
 */
export function storedErrorSummary(status: number, since: number | null): string {
  const same = since === null ? 'it' : `the same since ${formatClock(since)}: it`;
  return `HTTP ${status}, ${same} may be a stored copy`;
}
