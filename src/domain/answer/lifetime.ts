/** How long an answer may be used before it is asked for again: RFC 9111 section 4.2, as a private viewer, within bounds. */

import type { Resource } from '#contract/resources.ts';
import { expiresAfter, parseCacheControl, secondsOf } from './cache-control.ts';
import { ageOf, type CacheHeaders, inSeconds, type Lifetime, polledLifetime } from './poll.ts';

/** What an answer's lifetime depends on besides its headers. */
export interface LifetimeKind {
  readonly resource: Resource;
  /** P, milliseconds between two readings of a status document. */
  readonly pollMilliseconds: number;
  /** How many uncacheable answers came in a row before this one. */
  readonly repeats: number;
  /** Epoch milliseconds of receipt, which stand in for `Date` where it cannot be seen (it is not exposed by CORS). */
  readonly receivedAt?: number;
}

const shortest = 5;
/** Seconds for which an answer is used at most, whatever it allows. */
export const longestLifetime = 3600;
const longestUncacheable = 60;
const listDefault = 60;
/** The document gives region lists 300 s (part 8). */
const regionDefault = 300;

function byDefault(why: string, seconds: number, stated: boolean): Lifetime {
  const reason = `${why}, ${inSeconds(seconds)} by default`;
  return { milliseconds: seconds * 1000, stated, reason, uncacheable: false };
}

function uncacheable(why: string, repeats: number): Lifetime {
  const doubled = shortest * 2 ** Math.max(0, Math.trunc(repeats) || 0);
  const seconds = Math.min(doubled, longestUncacheable);
  return {
    milliseconds: seconds * 1000,
    stated: true,
    reason: `${why}, asked again after ${inSeconds(seconds)}`,
    uncacheable: true,
  };
}

/** `freshFor`: seconds from the making of the answer, of which `age` have passed. */
function remaining(name: string, freshFor: number, age: number, repeats: number): Lifetime {
  if (freshFor === 0) return uncacheable(name, repeats);
  if (age >= freshFor) return uncacheable(`${name} used up by Age`, repeats);
  const left = freshFor - age;
  const seconds = Math.min(Math.max(left, shortest), longestLifetime);
  const less = age > 0 ? `${name} less Age ${age}` : name;
  const bound = left > longestLifetime ? ', held to 1\u00a0h' : `, raised to ${inSeconds(shortest)}`;
  const reason = seconds === left ? less : less + bound;
  return { milliseconds: seconds * 1000, stated: true, reason, uncacheable: false };
}

/**
 * The lifetime of an answer (docs/freshness.md). A status document is polled, whatever its headers say (part 4:
 * `no-store`); `s-maxage` is for shared caches only.
 */
export function lifetimeOf(headers: CacheHeaders, kind: LifetimeKind): Lifetime {
  if (kind.resource === 'status') return polledLifetime(kind.pollMilliseconds);
  const control = parseCacheControl(headers.cacheControl);
  const maxAge = secondsOf(control, 'max-age');
  const age = ageOf(headers);
  const fallback = kind.resource === 'region' ? regionDefault : listDefault;
  if (control.has('no-store')) return byDefault('no-store', listDefault, true);
  // `no-cache="field"` concerns that header field only (RFC 9111 section 5.2.2.4).
  if (control.get('no-cache')?.includes('')) return uncacheable('no-cache', kind.repeats);
  if (maxAge !== null) return remaining(`max-age=${maxAge}`, maxAge, age, kind.repeats);
  if (control.has('max-age')) return byDefault('max-age is unreadable', fallback, false);
  if (headers.expires === null) return byDefault('no lifetime stated', fallback, false);
  const freshFor = expiresAfter(headers, kind.receivedAt);
  if (freshFor === null) return byDefault('Expires without Date', fallback, false);
  const name = freshFor > 0 ? `Expires after ${inSeconds(freshFor)}` : 'Expires in the past';
  return remaining(name, freshFor, age, kind.repeats);
}
