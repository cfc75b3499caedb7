/** The age of a response, and the lifetime of a polled one. */

import { defaultPollSeconds, pollSecondsRange } from '#contract/host.ts';

/** Headers as sent; `null` where absent. */
export interface CacheHeaders {
  readonly cacheControl: string | null;
  readonly age: string | null;
  readonly expires: string | null;
  readonly date: string | null;
  readonly warning: string | null;
  /** `X-Cache-Status`, else `X-Cache`. */
  readonly xCache: string | null;
}

/** Grace after a lifetime before an answer counts as late, milliseconds. */
export const grace = 10_000;

export interface Lifetime {
  /** From receipt to the next request; 2 s … 1 h. */
  readonly milliseconds: number;
  /** L (docs/understand/freshness.md), counted from the making of the response; 2 s … 1 h. */
  readonly fullMilliseconds: number;
  /** The part of L that was left at receipt; negative for a response that arrived older than L. */
  readonly leftMilliseconds: number;
  /** `false` where the server states no lifetime that can be read. */
  readonly stated: boolean;
  /** A short clause: "max-age=60 less Age 12", "no lifetime stated, 60 s by default", "polled every 10 s". */
  readonly reason: string;
  /** The response arrived without any lifetime left. The number of such responses in a row sets the next pause. */
  readonly uncacheable: boolean;
}

/** The lifetime of a response that is new at receipt. */
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

/** RFC 9111 section 1.2.2: seconds that do not fit are 2^31. */
export const mostSeconds = 2 ** 31;

/** Whole seconds; `null` for anything but digits. */
export function parseSeconds(text: string): number | null {
  return /^\d+$/.test(text) ? Math.min(Number(text), mostSeconds) : null;
}

/** Seconds that an answer spent in caches (`Age`); 0 where absent or unreadable. */
export function ageOf(headers: Pick<CacheHeaders, 'age'>): number {
  // RFC 9111 section 5.1: of several members the first counts.
  return parseSeconds(headers.age?.split(',')[0]?.trim() ?? '') ?? 0;
}

/** "60 s", kept on one line. */
export function inSeconds(seconds: number): string {
  return `${seconds}\u00a0s`;
}

/** Seconds of `Age` that the delay which spreads screens explains. */
const spreadSeconds = 5;

/** RFC 7234 section 5.5: 110 "response is stale", 111 "revalidation failed". RFC 9111 dropped them; caches still send them. */
const staleWarning = /(?:^|,)\s*11[01]\s/;

/** nginx's `$upstream_cache_status`, which its documentation puts into `X-Cache-Status`. */
const staleStatus = /^(?:STALE|UPDATING)$/i;

/** Whether a cache itself calls a response stale. */
export function isCalledStale({ warning, xCache }: Pick<CacheHeaders, 'warning' | 'xCache'>): boolean {
  const statuses = xCache?.split(',') ?? [];
  return staleWarning.test(warning ?? '') || statuses.some((status) => staleStatus.test(status.trim()));
}

/** The lifetime of a response that a cache itself calls stale: it has no grace, whatever its age. */
export function withoutGrace(lifetime: Lifetime): Lifetime {
  return {
    ...lifetime,
    leftMilliseconds: Math.min(lifetime.leftMilliseconds, -grace),
    reason: `${lifetime.reason}; a cache marks it as stale`,
    uncacheable: true,
  };
}

/** The lifetime of a status document: P, within its bounds, whatever lifetime the headers state (part 4: `no-store`). */
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

/** The lifetime of a status response, which a cache on the way may have stored all the same. */
export function statusLifetime(
  headers: Pick<CacheHeaders, 'warning' | 'xCache'>,
  pollMilliseconds: number,
  { ageSeconds, transferSeconds }: { readonly ageSeconds: number; readonly transferSeconds?: number },
): Lifetime {
  const polled = polledLifetime(pollMilliseconds, ageSeconds, transferSeconds);
  return isCalledStale(headers) ? withoutGrace(polled) : polled;
}
