/**
 * Describes the caches between us and a service, as far as response headers show them
 * (docs/operate/caches.md).
 */

import type { Answer, ResponseHeaders } from './answer.ts';
import { isStatus } from './freshness.ts';
import { grace, inSeconds } from './poll.ts';
import { ageOfCache } from './stamps.ts';

/** Maximum number of characters that are parsed of a header. Headers are untrusted. */
const longestHeader = 1_000;
const mostNames = 5;

const viaEntry = /(?:^|,)\s*(?:[\w.-]+\/)?[\w.-]+\s+([^\s,(]+)(?:\s*\(([^)]*)\))?/g;
const xCacheEntry = /\bfrom\s+([^\s,]+)/g;

/**
 * Names the caches between us and the service: the product in the comment of `Via`, else its host. Without
 * `Via`, hosts from `X-Cache`.
 */
export function cacheNames({ via, xCache }: Pick<ResponseHeaders, 'via' | 'xCache'>): readonly string[] {
  const byVia = [...(via ?? '').slice(0, longestHeader).matchAll(viaEntry)].map(
    ([, host = '', comment]) => comment?.trim() || host,
  );
  if (byVia.length > 0) return byVia;
  return [...(xCache ?? '').slice(0, longestHeader).matchAll(xCacheEntry)].map(([, host = '']) => host);
}

export interface CachesSeen {
  readonly names: readonly string[];
  readonly any: boolean;
  readonly staleCopies: 'by age' | 'by mark' | 'not at all';
  /** Maximum age of a response that counts as fresh, in milliseconds. */
  readonly largestAge: number;
}

export type CachedResponse = Pick<Answer<unknown>, 'path' | 'headers' | 'lifetime'>;

/**
 * Values of nginx's `$upstream_cache_status`. A cache that sends such a value also marks its stale copies.
 */
const cacheStatus = /^(?:HIT|MISS|EXPIRED|STALE|UPDATING|REVALIDATED|BYPASS)$/i;

/**
 * Collects what the responses of one deployment show about caches on the way. Status responses do not count.
 */
export function cachesSeen(answers: readonly CachedResponse[]): CachesSeen {
  const lists = answers.filter((answer) => !isStatus(answer));
  const names = [...new Set(lists.flatMap(({ headers }) => cacheNames(headers)))];
  const statesAge = lists.some(({ headers }) => ageOfCache(headers) !== null);
  const isMarked = lists.some(({ headers }) => cacheStatus.test(headers.xCache?.trim() ?? ''));
  const longest = Math.max(0, ...lists.map(({ lifetime }) => lifetime.fullMilliseconds));
  // If copies state no age, the lifetime counts from receipt. A copy may already be that old, so the maximum
  // age doubles.
  const largestAge = (!statesAge && isMarked ? 2 : 1) * longest + grace;
  return {
    names: names.slice(0, mostNames),
    any: names.length > 0 || statesAge || lists.some(({ headers }) => headers.xCache !== null),
    staleCopies: statesAge ? 'by age' : isMarked ? 'by mark' : 'not at all',
    largestAge,
  };
}

/** Describes the caches in one or two sentences for the Endpoints page and `edgewatch check`. */
export function describeCaches({ names, any, staleCopies, largestAge }: CachesSeen): string {
  if (!any) return 'No response shows a cache on the way from the service.';
  const which = names.length > 0 ? `Caches on the way: ${names.join(', ')}.` : 'A cache is on the way.';
  if (staleCopies === 'not at all') return `${which} Copies state no age: a stale copy can hide an outage.`;
  const how =
    staleCopies === 'by age' ? 'Copies state their age' : 'Copies state no age, but stale ones are marked';
  return `${which} ${how}: none is fresh beyond ${inSeconds(largestAge / 1000)}, and none hides an outage.`;
}
