/**
 * Computes what response headers allow a shared cache (RFC 9111): the rules of the library
 * http-cache-semantics, within bounds of our own.
 * The library sees the host's request, not the page's, which has `no-cache` in each poll. It does not see the
 * host's credential. It parses numbers and dates loosely, so it gets only plain ones.
 */

import CachePolicy from 'http-cache-semantics';
import { responseHeaders } from '#domain/answer/answer.ts';
import { expiresAfter, parseCacheControl, secondsOf } from '#domain/answer/cache-control.ts';
import { longestLifetime } from '#domain/answer/lifetime.ts';
import { ageOf, isCalledStale } from '#domain/answer/poll.ts';
import { cacheSigns } from '../upstream.ts';

type Headers = Readonly<Record<string, string>>;

const hostRequest = { method: 'GET', url: '/', headers: {} } as const;

/** Options of the library: a shared cache without heuristic lifetimes. */
const asShared = { shared: true, cacheHeuristic: 0, immutableMinTimeToLive: 0 } as const;

const lifetimes: readonly string[] = ['max-age', 's-maxage'];

/** Directives for the time after the lifetime. The library does not get them: the host evaluates them. */
const afterLifetime: readonly string[] = [
  'immutable',
  'must-revalidate',
  'proxy-revalidate',
  'stale-if-error',
  'stale-while-revalidate',
];

/**
 * Rewrites `Cache-Control` in plain form for the library. The smaller of two lifetimes counts, and 0 for an
 * unreadable one. A directive for single fields counts for the whole response.
 */
function plainControl(text: string | null): string {
  const control = parseCacheControl(text);
  return [...control.keys()]
    .filter((name) => !afterLifetime.includes(name))
    .map((name) => (lifetimes.includes(name) ? `${name}=${secondsOf(control, name) ?? 0}` : name))
    .join();
}

function policyOf(headers: Headers, receivedAt: number): CachePolicy {
  const { 'cache-control': cacheControl = null, expires = null, date = null, vary = '' } = headers;
  const plain: Record<string, string> = { date: new Date(receivedAt).toUTCString() };
  if (cacheControl !== null) plain['cache-control'] = plainControl(cacheControl);
  // All requests of the host have the same headers, so only `Vary: *` matters.
  if (vary.includes('*')) plain['vary'] = '*';
  const seconds = expires === null ? null : expiresAfter({ expires, date }, receivedAt);
  if (seconds !== null) plain['expires'] = new Date(receivedAt + seconds * 1000).toUTCString();
  return new CachePolicy(hostRequest, { status: 200, headers: plain }, asShared);
}

/**
 * Returns the seconds for which a response may be served to others; 0 if it may not, and if it states no
 * lifetime. `Date` does not count here: `Age` has been corrected before (domain/answer/age.ts).
 * @param receivedAt - epoch milliseconds.
 */
export function sharedLifetime(headers: Headers, receivedAt: number): number {
  const left = policyOf(headers, wholeSeconds(receivedAt)).maxAge() - ageOf({ age: headers['age'] ?? null });
  return Math.min(Math.max(0, left), longestLifetime);
}

/** Returns whether a shareable response arrived older than its lifetime, or a cache marked it as stale. */
function isStaleCopy(headers: Headers, policy: CachePolicy, transferSeconds: number): boolean {
  const lifetime = policy.maxAge();
  const { warning, xCache } = responseHeaders((name) => headers[name] ?? null);
  const age = ageOf({ age: headers['age'] ?? null }) - transferSeconds;
  return policy.storable() && lifetime > 0 && (age >= lifetime || isCalledStale({ warning, xCache }));
}

/** Rounds a time in milliseconds down to a whole second; 0 if it is no valid date. */
function wholeSeconds(milliseconds: number): number {
  return Number.isFinite(new Date(milliseconds).getTime()) ? 1000 * Math.floor(milliseconds / 1000) : 0;
}

export interface Terms {
  /** Milliseconds from receipt for which the response is served. */
  readonly freshMilliseconds: number;
  /**
   * Whether the response is a stored copy past its lifetime. It is then shared for the retry pause of a page
   * (`retryPause`), with its true age.
   */
  readonly isStaleCopy: boolean;
  /**
   * Whether the response stays in memory after its lifetime. It can then be revalidated by its `ETag`, or be
   * served stale, and marked, if the service fails.
   */
  readonly mayKeep: boolean;
  readonly mayServeOld: boolean;
}

/**
 * Directives that forbid serving a response after its lifetime (RFC 9111 section 4.2.4). For a shared cache
 * `s-maxage` has the same effect.
 */
const forbidOld: readonly string[] = ['no-cache', 'must-revalidate', 'proxy-revalidate', 's-maxage'];

/**
 * Computes from its headers how a response may be cached.
 * @param transferSeconds - part of the `Age`: a slow transfer makes a response older, but no stored copy.
 */
export function termsOf(headers: Headers, receivedAt: number, transferSeconds = 0): Terms {
  const control = parseCacheControl(headers['cache-control'] ?? null);
  const isReusable = !(headers['vary'] ?? '').includes('*');
  const policy = policyOf(headers, wholeSeconds(receivedAt));
  const mayStore = isReusable && policy.storable();
  const mayServeOld = mayStore && !forbidOld.some((name) => control.has(name));
  return {
    freshMilliseconds: 1000 * sharedLifetime(headers, receivedAt),
    isStaleCopy: isReusable && isStaleCopy(headers, policy, transferSeconds),
    mayKeep: mayStore && (mayServeOld || headers['etag'] !== undefined),
    mayServeOld,
  };
}

const renewable = ['cache-control', 'age', 'expires', 'date', 'etag', 'vary', ...cacheSigns] as const;

/**
 * Returns the stored headers, updated by a 304 (RFC 9111 section 3.2); `null` if the 304 is about another
 * version.
 * @param stored - headers of the cached response, with the `etag` of the conditional request.
 */
export function renewedHeaders(stored: Headers, renewing: Headers): Readonly<Record<string, string>> | null {
  // The library updates only headers that exist, and rejects a 304 without a tag.
  const blank = Object.fromEntries(renewable.map((name) => [name, '']));
  const sent = { age: '', etag: stored['etag'] ?? '', ...renewing };
  const policy = new CachePolicy(hostRequest, { status: 200, headers: { ...blank, ...stored } }, asShared);
  const { policy: renewed, matches } = policy.revalidatedPolicy(hostRequest, { status: 304, headers: sent });
  if (!matches) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library offers the original headers in no other way
  const { resh } = renewed.toObject() as { readonly resh: Headers };
  return Object.fromEntries(Object.entries(resh).filter(([, value]) => value !== ''));
}

/**
 * Directives that are removed before a response is served: a cache behind the host could serve stale
 * responses, but could not mark them.
 */
const notServed: readonly string[] = ['immutable', 'stale-while-revalidate', 'stale-if-error'];

function boundedLifetime(value: string): string {
  return /^\d+$/.test(value) && Number(value) > longestLifetime ? String(longestLifetime) : value;
}

/**
 * Returns `Cache-Control` as the host serves it: lifetimes of at most one hour, without directives for the
 * time after the lifetime.
 */
export function relayedCacheControl(text: string): string {
  const relayed = [...parseCacheControl(text)].filter(([name]) => !notServed.includes(name));
  return relayed
    .flatMap(([name, values]) =>
      values.map((value) => {
        if (value === '') return name;
        const bounded = lifetimes.includes(name) ? boundedLifetime(value) : value;
        return /^[\w.-]+$/.test(bounded) ? `${name}=${bounded}` : `${name}="${bounded}"`;
      }),
    )
    .join(', ');
}
