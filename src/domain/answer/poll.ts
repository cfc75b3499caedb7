/**
 * Reads the age of a response from its headers, and computes the lifetime of a status document, which is
 * polled.
 */

import { defaultPollSeconds, pollSecondsRange } from '#contract/host.ts';

/** Response headers about caching, as sent; `null` if absent. */
export interface CacheHeaders {
  readonly cacheControl: string | null;
  readonly age: string | null;
  readonly expires: string | null;
  readonly date: string | null;
  readonly warning: string | null;
  /** `X-Cache-Status`; if absent, `X-Cache`. */
  readonly xCache: string | null;
}

/** Milliseconds after the end of a lifetime before a response counts as late. */
export const grace = 10_000;

export interface Lifetime {
  /** Milliseconds from receipt to the next request, 2 s to 1 h. */
  readonly milliseconds: number;
  /**
   * Lifetime in milliseconds, from the creation of the response, 2 s to 1 h (L in
   * docs/understand/freshness.md).
   */
  readonly fullMilliseconds: number;
  /**
   * Milliseconds of the lifetime that were left at receipt; negative if the response arrived older than its
   * lifetime.
   */
  readonly leftMilliseconds: number;
  /** Whether the server states a readable lifetime. */
  readonly stated: boolean;
  /**
   * Short clause that explains the lifetime: "max-age=60 less Age 12", "no lifetime stated, 60 s by default",
   * "polled every 10 s".
   */
  readonly reason: string;
  /**
   * Whether the response arrived without remaining lifetime. The number of such responses in a row sets the
   * next pause.
   */
  readonly uncacheable: boolean;
}

/** Builds the lifetime of a response whose age is 0 at receipt. */
export function freshLifetime(milliseconds: number, reason: string): Lifetime {
  return {
    milliseconds,
    fullMilliseconds: milliseconds,
    leftMilliseconds: milliseconds,
    stated: true,
    reason,
    uncacheable: false,
  };
}

/** Maximum number of seconds in a header. Larger numbers are read as 2^31 (RFC 9111 section 1.2.2). */
export const mostSeconds = 2 ** 31;

/** Parses whole seconds; `null` for anything but digits. */
export function parseSeconds(text: string): number | null {
  return /^\d+$/.test(text) ? Math.min(Number(text), mostSeconds) : null;
}

/** Returns the seconds that a response spent in caches (`Age`); 0 if absent or unreadable. */
export function ageOf(headers: Pick<CacheHeaders, 'age'>): number {
  // If `Age` has several values, the first one counts (RFC 9111 section 5.1).
  return parseSeconds(headers.age?.split(',')[0]?.trim() ?? '') ?? 0;
}

/** Formats seconds with a no-break space: "60 s". */
export function inSeconds(seconds: number): string {
  return `${seconds}\u00a0s`;
}

/**
 * Maximum age of a status response, in seconds, that the random delay of polls explains. A larger age makes
 * the response `uncacheable`.
 */
const spreadSeconds = 5;

/**
 * `Warning` codes 110 "response is stale" and 111 "revalidation failed" (RFC 7234 section 5.5). RFC 9111
 * dropped them; caches still send them.
 */
const staleWarning = /(?:^|,)\s*11[01]\s/;

/**
 * Values of nginx's `$upstream_cache_status` for a stale copy. nginx's documentation puts them into
 * `X-Cache-Status`.
 */
const staleStatus = /^(?:STALE|UPDATING)$/i;

/** Whether a cache, or the service itself, marks the response as stale, by `Warning` or `X-Cache`. */
export function isCalledStale({ warning, xCache }: Pick<CacheHeaders, 'warning' | 'xCache'>): boolean {
  const statuses = xCache?.split(',') ?? [];
  return staleWarning.test(warning ?? '') || statuses.some((status) => staleStatus.test(status.trim()));
}

/**
 * Builds the lifetime of a response that is marked as stale. It is past its validity period at once, whatever
 * its age.
 */
export function withoutGrace(lifetime: Lifetime): Lifetime {
  return {
    ...lifetime,
    leftMilliseconds: Math.min(lifetime.leftMilliseconds, -grace),
    reason: `${lifetime.reason}; marked as stale`,
    uncacheable: true,
  };
}

/**
 * Computes the lifetime of a status document: the poll period within its bounds, whatever lifetime the
 * headers state (API document, part 4: `no-store`).
 */
export function polledLifetime(pollMilliseconds: number, ageSeconds = 0, transferSeconds = 0): Lifetime {
  const wanted = Number.isFinite(pollMilliseconds) ? pollMilliseconds / 1000 : defaultPollSeconds;
  const seconds = Math.min(Math.max(wanted, pollSecondsRange.least), pollSecondsRange.most);
  return {
    milliseconds: seconds * 1000,
    fullMilliseconds: seconds * 1000,
    leftMilliseconds: (seconds - ageSeconds) * 1000,
    stated: true,
    reason: `polled every ${inSeconds(seconds)}`,
    uncacheable: ageSeconds - transferSeconds > spreadSeconds,
  };
}

/**
 * Computes the lifetime of a status response. A cache on the way may have stored it in spite of `no-store`.
 */
export function statusLifetime(
  headers: Pick<CacheHeaders, 'warning' | 'xCache'>,
  pollMilliseconds: number,
  { ageSeconds, transferSeconds }: { readonly ageSeconds: number; readonly transferSeconds?: number },
): Lifetime {
  const polled = polledLifetime(pollMilliseconds, ageSeconds, transferSeconds);
  return isCalledStale(headers) ? withoutGrace(polled) : polled;
}
