/**
 * Where the API document is silent, the reference service chooses; each choice stands here once.
 * docs/develop/reference-service.md lists them; a test compares the two.
 */

import type { Endpoint } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';

/** Part 8, "default value of `limit`: not shown". */
export const defaultLimit = 100;

/**
 * Part 8, "maximum value of `limit`: not shown". A larger one is cut to this, and the cut value echoed.
 * Region lists know no `limit` (part 4, rule 3), so this is theirs.
 */
export const maximumLimit = 1_000;

/** Part 4 calls `limit` an integer: decimal digits, and not zero. No sign, no fraction, no exponent. */
export const limitForm = /^0*[1-9]\d*$/;

/** Part 7: an unknown, repeated or badly formed parameter. Ignoring it would answer another question. */
export const badParameterStatus = 400;

/** Part 7: a path that is not offered. */
export const unknownPathStatus = 404;

/** Part 4, "methods other than GET: not shown". HEAD is GET without the body (RFC 9110, 9.3.2). */
export const otherMethodStatus = 405;
export const allowedMethods = 'GET, HEAD';

/** Part 4, "Cache-Control of assets and v1 regions: not shown": as their nearest neighbours. */
export const undocumentedCacheControl: Readonly<Partial<Record<Endpoint['resource'], string>>> = {
  asset: 'public, max-age=60',
  region: 'public, max-age=300',
};

/** Part 7: a problem is never kept, so that the next request sees it repaired. */
export const problemCacheControl = 'no-store';

/** What may be cached can be asked for again by `If-None-Match`; `no-store` answers carry no `ETag`. */
export function hasEtag(cacheControl: string): boolean {
  return cacheControl !== 'no-store';
}

/** Part 5 states no credential, so pages of any origin may read; these headers make a lifetime computable. */
export const crossOriginHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Age, Date, ETag',
};

const newestFirst = 'created_at desc, id';

/** Part 2 names no order. A total one makes equal requests equal; each has its index in the migrations. */
export const listOrder: Readonly<Record<ListResource, string>> = {
  bucket: newestFirst,
  asset: newestFirst,
  application: newestFirst,
  node: newestFirst,
  event: newestFirst,
  region: 'code',
};

/** Part 3 knows `operational` only. Worst last; a word that is not here ranks between notice and fault. */
export const statusWords = {
  operational: 'operational',
  maintenance: 'under_maintenance',
  degraded: 'degraded_performance',
  partialOutage: 'partial_outage',
  majorOutage: 'major_outage',
} as const;

const statusRanks: ReadonlyMap<string, number> = new Map([
  [statusWords.operational, 0],
  [statusWords.maintenance, 1],
  [statusWords.degraded, 3],
  [statusWords.partialOutage, 4],
  [statusWords.majorOutage, 5],
]);
const unlistedWordRank = 2;

function rank(word: string): number {
  return statusRanks.get(word) ?? unlistedWordRank;
}

/** The overall status is the worst of the components' words; `unknown` where there are none to speak for it. */
export function worstStatus(words: readonly string[]): string {
  const [first, ...rest] = words;
  if (first === undefined) return 'unknown';
  return rest.reduce((worst, word) => (rank(word) > rank(worst) ? word : worst), first);
}
