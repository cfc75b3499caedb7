/** For how long one answer may serve everybody: RFC 9111 sections 3 and 4.2, as a shared cache. */

import { expiresAfter, parseCacheControl, secondsOf } from '#domain/answer/cache-control.ts';
import { longestLifetime } from '#domain/answer/lifetime.ts';
import { ageOf } from '#domain/answer/poll.ts';

/** Header values by lower-case name. */
type Headers = Readonly<Record<string, string>>;

function freshFor(headers: Headers, receivedAt: number): number {
  const { 'cache-control': cacheControl = null, expires = null, date = null, vary = '' } = headers;
  const control = parseCacheControl(cacheControl);
  // Of these the last two may concern single header fields only: none is worth a store of its own.
  if (['no-store', 'private', 'no-cache'].some((name) => control.has(name))) return 0;
  // Every question of ours is asked with the same headers, so what else an answer varies by does not.
  if (vary.includes('*')) return 0;
  for (const name of ['s-maxage', 'max-age']) if (control.has(name)) return secondsOf(control, name) ?? 0;
  return expiresAfter({ expires, date }, receivedAt) ?? 0;
}

/**
 * Seconds from the question for which an answer to it may be handed to others; 0 where it may not, and where it states
 * no lifetime. Its age is what `Age` says and the time since the question: `Date` counts for nothing (section 4.2.3
 * leaves that to the cache), for a clock that is off is told of, and makes no answer older.
 *
 * @param receivedAt - epoch milliseconds.
 */
export function sharedLifetime(headers: Headers, receivedAt: number): number {
  const left = freshFor(headers, receivedAt) - ageOf({ age: headers['age'] ?? null });
  return Math.min(Math.max(0, left), longestLifetime);
}
