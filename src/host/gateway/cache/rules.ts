/**
 * What an answer's headers allow a shared cache (RFC 9111), by the rules of http-cache-semantics within bounds of ours.
 *
 * The library is asked about the host's own question, not a page's: that has `no-cache` in each poll. Nor is the
 * credential part of it, for it is the host's. It reads numbers and dates loosely, so it gets none but plain ones.
 */

import CachePolicy from 'http-cache-semantics';
import { answerHeaders } from '#domain/answer/answer.ts';
import { expiresAfter, parseCacheControl, secondsOf } from '#domain/answer/cache-control.ts';
import { longestLifetime } from '#domain/answer/lifetime.ts';
import { ageOf, isCalledStale } from '#domain/answer/poll.ts';
import { cacheSigns } from '../upstream.ts';

/** Header values by lower-case name. */
type Headers = Readonly<Record<string, string>>;

const question = { method: 'GET', url: '/', headers: {} } as const;

/** Guesses at what no header says are off. */
const asShared = { shared: true, cacheHeuristic: 0, immutableMinTimeToLive: 0 } as const;

const lifetimes: readonly string[] = ['max-age', 's-maxage'];

/** They concern what is done after the lifetime, which the host decides by itself. */
const later: readonly string[] = [
  'immutable',
  'must-revalidate',
  'proxy-revalidate',
  'stale-if-error',
  'stale-while-revalidate',
];

/** The same in plain words: of two lifetimes the smaller, 0 for one that cannot be read; a directive for single fields is one for all. */
function plainControl(text: string | null): string {
  const control = parseCacheControl(text);
  return [...control.keys()]
    .filter((name) => !later.includes(name))
    .map((name) => (lifetimes.includes(name) ? `${name}=${secondsOf(control, name) ?? 0}` : name))
    .join();
}

function policyOf(headers: Headers, receivedAt: number): CachePolicy {
  const { 'cache-control': cacheControl = null, expires = null, date = null, vary = '' } = headers;
  const plain: Record<string, string> = { date: new Date(receivedAt).toUTCString() };
  if (cacheControl !== null) plain['cache-control'] = plainControl(cacheControl);
  // Every question of ours is asked with the same headers, so what else an answer varies by does not.
  if (vary.includes('*')) plain['vary'] = '*';
  const seconds = expires === null ? null : expiresAfter({ expires, date }, receivedAt);
  if (seconds !== null) plain['expires'] = new Date(receivedAt + seconds * 1000).toUTCString();
  return new CachePolicy(question, { status: 200, headers: plain }, asShared);
}

/**
 * Seconds for which a response may be served to others; 0 if it may not be, and if it states no lifetime. `Date` counts for
 * nothing here: `Age` has been corrected before (domain/answer/age.ts).
 *
 * @param receivedAt - epoch milliseconds.
 */
export function sharedLifetime(headers: Headers, receivedAt: number): number {
  const left = policyOf(headers, whole(receivedAt)).maxAge() - ageOf({ age: headers['age'] ?? null });
  return Math.min(Math.max(0, left), longestLifetime);
}

/** Whether a response that caches may share arrived older than its lifetime, or is called stale by a cache. */
function isStaleCopy(headers: Headers, policy: CachePolicy, transferSeconds: number): boolean {
  const lifetime = policy.maxAge();
  const { warning, xCache } = answerHeaders((name) => headers[name] ?? null);
  const age = ageOf({ age: headers['age'] ?? null }) - transferSeconds;
  return policy.storable() && lifetime > 0 && (age >= lifetime || isCalledStale({ warning, xCache }));
}

/** Whole seconds of a time that a date can hold. */
function whole(milliseconds: number): number {
  return Number.isFinite(new Date(milliseconds).getTime()) ? 1000 * Math.floor(milliseconds / 1000) : 0;
}

/** What may be done with an answer. */
export interface Terms {
  /** Milliseconds from its receipt for which it is handed out. */
  readonly freshMilliseconds: number;
  /** A stored copy past its lifetime. It is shared for the pause of a page (`retryPause`), with its true age. */
  readonly isStaleCopy: boolean;
  /** Whether it is kept beyond: to be asked for again by its `ETag`, or to be handed out, marked, where asking fails. */
  readonly mayKeep: boolean;
  readonly mayServeOld: boolean;
}

/** Section 4.2.4: `s-maxage` says the same to a shared cache. */
const forbidOld: readonly string[] = ['no-cache', 'must-revalidate', 'proxy-revalidate', 's-maxage'];

/** @param transferSeconds - of the `Age`, which make a response older and no stored copy. */
export function termsOf(headers: Headers, receivedAt: number, transferSeconds = 0): Terms {
  const control = parseCacheControl(headers['cache-control'] ?? null);
  const isReusable = !(headers['vary'] ?? '').includes('*');
  const policy = policyOf(headers, whole(receivedAt));
  const mayStore = isReusable && policy.storable();
  const mayServeOld = mayStore && !forbidOld.some((name) => control.has(name));
  return {
    freshMilliseconds: 1000 * sharedLifetime(headers, receivedAt),
    isStaleCopy: isReusable && isStaleCopy(headers, policy, transferSeconds),
    mayKeep: mayStore && (mayServeOld || headers['etag'] !== undefined),
    mayServeOld,
  };
}

/** What a 304 may say anew of an answer; the body is the same. */
const renewable = ['cache-control', 'age', 'expires', 'date', 'etag', 'vary', ...cacheSigns] as const;

/**
 * The headers of an answer that a 304 says is still the same (section 3.2); `null` where it speaks of another.
 *
 * @param stored - with the `etag` that was asked with.
 */
export function renewedHeaders(stored: Headers, renewing: Headers): Readonly<Record<string, string>> | null {
  // The library renews only what was there before, and takes a 304 without a tag for another's.
  const blank = Object.fromEntries(renewable.map((name) => [name, '']));
  const sent = { age: '', etag: stored['etag'] ?? '', ...renewing };
  const policy = new CachePolicy(question, { status: 200, headers: { ...blank, ...stored } }, asShared);
  const { policy: renewed, matches } = policy.revalidatedPolicy(question, { status: 304, headers: sent });
  if (!matches) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only way to the headers as they were sent
  const { resh } = renewed.toObject() as { readonly resh: Headers };
  return Object.fromEntries(Object.entries(resh).filter(([, value]) => value !== ''));
}

/** What a cache behind the host would do after the lifetime is not allowed by it: it could not mark it. */
const notHandedOn: readonly string[] = ['immutable', 'stale-while-revalidate', 'stale-if-error'];

function boundedLifetime(value: string): string {
  return /^\d+$/.test(value) && Number(value) > longestLifetime ? String(longestLifetime) : value;
}

/** `Cache-Control` as it is handed on: no more than an hour, nothing about afterwards, else what was sent. */
export function handedOnControl(text: string): string {
  const said = [...parseCacheControl(text)].filter(([name]) => !notHandedOn.includes(name));
  return said
    .flatMap(([name, values]) =>
      values.map((value) => {
        if (value === '') return name;
        const bounded = lifetimes.includes(name) ? boundedLifetime(value) : value;
        return /^[\w.-]+$/.test(bounded) ? `${name}=${bounded}` : `${name}="${bounded}"`;
      }),
    )
    .join(', ');
}
