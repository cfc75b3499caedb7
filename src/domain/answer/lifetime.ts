/**
 * Computes how long a response may be used, and when the next one is requested
 * (docs/understand/freshness.md).
 */

import type { Resource } from '#contract/resources.ts';
import { expiresAfter, parseCacheControl, secondsOf } from './cache-control.ts';
import {
  ageOf,
  type CacheHeaders,
  inSeconds,
  isCalledStale,
  type Lifetime,
  statusLifetime,
  withoutGrace,
} from './poll.ts';

export interface LifetimeKind {
  readonly resource: Resource;
  /** Poll period: milliseconds between two polls of a status document. */
  readonly pollMilliseconds: number;
  /** Number of successive responses before this one that arrived without remaining lifetime. */
  readonly repeats: number;
  /** Age of the response in seconds. If absent, only the `Age` header counts. */
  readonly ageSeconds?: number;
  /** Part of the age in seconds that the HTTP exchange took. No cache caused it, so it causes no backoff. */
  readonly transferSeconds?: number;
  /** Epoch milliseconds of receipt. Replaces a `Date` header that CORS hides. */
  readonly receivedAt?: number;
}

const shortest = 5;
/** Maximum lifetime in seconds. A longer stated lifetime is cut to this. */
export const longestLifetime = 3600;
const longestUncacheable = 60;
const listDefault = 60;
/** Default lifetime of region lists in seconds (API document, part 8). */
const regionDefault = 300;

/**
 * Returns the seconds until the next request after `repeats` successive responses without remaining lifetime.
 */
export function retryPause(repeats: number): number {
  return Math.min(shortest * 2 ** Math.max(0, Math.trunc(repeats) || 0), longestUncacheable);
}

/**
 * Builds the lifetime of a response that may not be reused. The next request waits for a backoff pause.
 * @param full - stated lifetime in seconds, from the creation of the response
 */
function uncacheable(why: string, full: number, { age, repeats, stated = true }: Spent): Lifetime {
  const pause = retryPause(repeats);
  return {
    milliseconds: pause * 1000,
    fullMilliseconds: full * 1000,
    leftMilliseconds: (full - age) * 1000,
    stated,
    reason: `${why}, requested again after ${inSeconds(pause)}`,
    uncacheable: true,
  };
}

interface Spent {
  /** Age of the response in seconds. */
  readonly age: number;
  /** Part of the age in seconds that the HTTP exchange took. */
  readonly transfer?: number | undefined;
  readonly repeats: number;
  readonly stated?: boolean;
}

/**
 * Subtracts the age of a response from its lifetime.
 * @param freshFor - stated lifetime in seconds, from the creation of the response
 */
function lifetimeLeft(name: string, freshFor: number, spent: Spent): Lifetime {
  const { age, transfer = 0, stated = true } = spent;
  const full = Math.min(Math.max(freshFor, shortest), longestLifetime);
  if (age - transfer >= freshFor) return uncacheable(`${name} used up by Age ${age}`, full, spent);
  const left = Math.min(Math.max(freshFor, shortest) - age, longestLifetime);
  const pause = Math.max(left, shortest);
  const less = age > 0 ? `${name} less Age ${age}` : name;
  const bounded =
    freshFor - age > longestLifetime
      ? `${less}, held to 1\u00a0h`
      : pause > freshFor - age
        ? `${less}, raised to ${inSeconds(shortest)}`
        : less;
  return {
    milliseconds: pause * 1000,
    fullMilliseconds: full * 1000,
    leftMilliseconds: left * 1000,
    stated,
    reason: bounded,
    uncacheable: false,
  };
}

/**
 * Computes the lifetime of a response (docs/understand/freshness.md), by RFC 9111 section 4.2 for a private
 * cache: `s-maxage` does not apply. A status response always has the poll period as lifetime (API document,
 * part 4: `no-store`).
 */
export function lifetimeOf(headers: CacheHeaders, kind: LifetimeKind): Lifetime {
  const age = kind.ageSeconds ?? ageOf(headers);
  if (kind.resource === 'status')
    return statusLifetime(headers, kind.pollMilliseconds, { ...kind, ageSeconds: age });
  const lifetime = listLifetime(headers, kind, age);
  if (!isCalledStale(headers)) return lifetime;
  const pause = { milliseconds: retryPause(kind.repeats) * 1000 };
  return { ...withoutGrace(lifetime), ...pause };
}

function listLifetime(headers: CacheHeaders, kind: LifetimeKind, age: number): Lifetime {
  const { repeats, transferSeconds: transfer } = kind;
  const control = parseCacheControl(headers.cacheControl);
  const maxAge = secondsOf(control, 'max-age');
  const byDefault = (why: string, seconds: number, stated: boolean) =>
    lifetimeLeft(`${why}, ${inSeconds(seconds)} by default`, seconds, { age, transfer, repeats, stated });
  const fallback = kind.resource === 'region' ? regionDefault : listDefault;
  if (control.has('no-store')) return byDefault('no-store', listDefault, true);
  // `no-cache="field"` applies to that header field only (RFC 9111 section 5.2.2.4).
  if (control.get('no-cache')?.includes(''))
    return uncacheable('no-cache', retryPause(repeats), { age, repeats });
  if (maxAge === 0) return uncacheable('max-age=0', retryPause(repeats), { age, repeats });
  if (maxAge !== null) return lifetimeLeft(`max-age=${maxAge}`, maxAge, { age, transfer, repeats });
  if (control.has('max-age')) return byDefault('max-age is unreadable', fallback, false);
  if (headers.expires === null) return byDefault('no lifetime stated', fallback, false);
  const freshFor = expiresAfter(headers, kind.receivedAt);
  if (freshFor === null) return byDefault('Expires without Date', fallback, false);
  if (freshFor === 0) return uncacheable('Expires in the past', retryPause(repeats), { age, repeats });
  return lifetimeLeft(`Expires after ${inSeconds(freshFor)}`, freshFor, { age, transfer, repeats });
}
