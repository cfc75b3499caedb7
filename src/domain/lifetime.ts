/** How long an answer may be used before it is asked for again: RFC 9111 section 4.2, as a private viewer, within bounds. */

import type { Resource } from '../contract/resources.ts';
import { parseHttpDate } from './http-date.ts';
import {
  ageOf,
  type CacheHeaders,
  inSeconds,
  type Lifetime,
  mostSeconds,
  parseSeconds,
  polledLifetime,
} from './poll.ts';

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
const longest = 3600;
const longestUncacheable = 60;
const listDefault = 60;
/** The document gives region lists 300 s (part 8). */
const regionDefault = 300;

const directives = /([^\s,;="]+)(?:=("(?:[^"\\]|\\.)*"|[^\s,;]*))?/g;

interface CacheControl {
  readonly noStore: boolean;
  readonly noCache: boolean;
  /** Seconds; the smaller of two. `null` where absent, or where none can be read. */
  readonly maxAge: number | null;
  readonly unreadable: boolean;
}

function parseCacheControl(text: string): CacheControl {
  const names = new Set<string>();
  let maxAge: number | null = null;
  for (const [, name = '', value] of text.matchAll(directives)) {
    const directive = name.toLowerCase();
    // `no-cache="field"` concerns that header field only (RFC 9111 section 5.2.2.4).
    if (directive !== 'no-cache' || value === undefined) names.add(directive);
    const seconds = directive === 'max-age' ? parseSeconds(value?.replace(/^"(.*)"$/, '$1') ?? '') : null;
    if (seconds !== null) maxAge = Math.min(seconds, maxAge ?? seconds);
  }
  return {
    noStore: names.has('no-store'),
    noCache: names.has('no-cache'),
    maxAge,
    unreadable: names.has('max-age') && maxAge === null,
  };
}

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
  const seconds = Math.min(Math.max(left, shortest), longest);
  const less = age > 0 ? `${name} less Age ${age}` : name;
  const bound = left > longest ? ', held to 1\u00a0h' : `, raised to ${inSeconds(shortest)}`;
  const reason = seconds === left ? less : less + bound;
  return { milliseconds: seconds * 1000, stated: true, reason, uncacheable: false };
}

/**
 * The lifetime of an answer (part 5 of the design). A status document is polled, whatever its headers say (part 4:
 * `no-store`); `s-maxage` is for shared caches only.
 */
export function lifetimeOf(headers: CacheHeaders, kind: LifetimeKind): Lifetime {
  if (kind.resource === 'status') return polledLifetime(kind.pollMilliseconds);
  const { noStore, noCache, maxAge, unreadable } = parseCacheControl(headers.cacheControl ?? '');
  const age = ageOf(headers);
  const fallback = kind.resource === 'region' ? regionDefault : listDefault;
  if (noStore) return byDefault('no-store', listDefault, true);
  if (noCache) return uncacheable('no-cache', kind.repeats);
  if (maxAge !== null) return remaining(`max-age=${maxAge}`, maxAge, age, kind.repeats);
  if (unreadable) return byDefault('max-age is unreadable', fallback, false);
  if (headers.expires === null) return byDefault('no lifetime stated', fallback, false);
  const expires = parseHttpDate(headers.expires);
  const made = parseHttpDate(headers.date) ?? kind.receivedAt;
  // RFC 9111 section 5.3: a date that cannot be read, "0" above all, is one in the past.
  if (expires === null) return uncacheable('Expires in the past', kind.repeats);
  if (made === undefined) return byDefault('Expires without Date', fallback, false);
  const freshFor = Math.min(Math.max(0, Math.floor((expires - made) / 1000) || 0), mostSeconds);
  const name = freshFor > 0 ? `Expires after ${inSeconds(freshFor)}` : 'Expires in the past';
  return remaining(name, freshFor, age, kind.repeats);
}
