/**
 * Recognises errors that may be stored copies. A cache may store any status with a lifetime (RFC 9111 section 3): nginx
 * without `proxy_cache_valid` stores a 503 with `max-age` and repeats it while the service is well.
 */

import { expiresAfter, parseCacheControl, secondsOf } from '../answer/cache-control.ts';
import { ageOf, type CacheHeaders, isCalledStale } from '../answer/poll.ts';
import { formatClock } from '../text/format.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly headers: CacheHeaders;
  /** Digest of the body; `null` if it was not read. */
  readonly digest: string | null;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface KnownError extends Pick<ErrorResponse, 'status' | 'digest'> {
  readonly date: string | null;
  readonly mayBeStored: boolean;
  /** Creation time of this response, epoch milliseconds: its first receipt less its `Age`. */
  readonly since: number;
  /** Whether it is older than one response: it came again, or states an age. */
  readonly repeats: boolean;
}

/** Milliseconds; two responses closer than this may have the same `Date` by rounding. */
const rounding = 2_000;

/** nginx's `$upstream_cache_status`, Squid's and most CDNs' `X-Cache`. */
const hit = /\bHIT\b/i;

function statesLifetime(headers: CacheHeaders, receivedAt?: number): boolean {
  const control = parseCacheControl(headers.cacheControl);
  if (control.has('no-store')) return false;
  const seconds = secondsOf(control, 's-maxage') ?? secondsOf(control, 'max-age');
  if (seconds !== null) return seconds > 0;
  return headers.expires !== null && (expiresAfter(headers, receivedAt) ?? 0) > 0;
}

/**
 * Whether the headers of an error allow a cache to store it, or show a stored copy. `Via` and `Age: 0` alone show nothing:
 * Varnish and Traffic Server put them on errors that they pass on or make.
 */
export function mayBeStored(headers: CacheHeaders, receivedAt?: number): boolean {
  return (
    statesLifetime(headers, receivedAt) ||
    ageOf(headers) > 0 ||
    hit.test(headers.xCache ?? '') ||
    isCalledStale(headers)
  );
}

/** A repeated `Date` is that of a stored copy. */
function hasSameDate(known: KnownError, { headers, receivedAt }: ErrorResponse): boolean {
  return headers.date !== null && headers.date === known.date && receivedAt - known.since >= rounding;
}

/** @param known - the newest error of the same URL, if no usable response came since. */
export function afterError(known: KnownError | null, error: ErrorResponse): KnownError {
  const { status, digest, receivedAt, headers } = error;
  const earlier = known !== null && known.status === status ? known : null;
  const hasStoodStill = earlier !== null && hasSameDate(earlier, error);
  // nginx writes a new `Date` at each hit, so only the body shows the repetition.
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

/** "HTTP 503, the same since 04:12:07: it may be a stored copy". @param since - epoch milliseconds; `null` without a repetition. */
export function storedErrorSummary(status: number, since: number | null): string {
  const same = since === null ? 'it' : `the same since ${formatClock(since)}: it`;
  return `HTTP ${status}, ${same} may be a stored copy`;
}
