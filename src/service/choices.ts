/**
 * The choices of the reference service where the API document is silent, each in one place.
 * docs/develop/reference-service.md lists them; a test compares the two.
 */

import type { Endpoint } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';

/** Default value of `limit`. The API document does not state it (part 8). */
export const defaultLimit = 100;

/**
 * Maximum value of `limit`. The API document does not state it (part 8). A larger limit is clamped, and the
 * clamped value is echoed. Region lists take no `limit` (part 4, rule 3), so this is their limit.
 */
export const maximumLimit = 1_000;

/** Matches a valid `limit` (part 4: an integer): decimal digits, not zero. No sign, fraction or exponent. */
export const limitForm = /^0*[1-9]\d*$/;

/**
 * HTTP status for an unknown, repeated or malformed parameter (API document, part 7). Ignoring the parameter would
 * answer a different request.
 */
export const badParameterStatus = 400;

export const unknownPathStatus = 404;

/**
 * HTTP status for methods other than GET, which part 4 does not document. HEAD is GET without the body (RFC
 * 9110, section 9.3.2).
 */
export const otherMethodStatus = 405;
export const allowedMethods = 'GET, HEAD';

/**
 * `Cache-Control` of assets and v1 regions, which part 4 does not document. They follow the most similar
 * endpoints.
 */
export const undocumentedCacheControl: Readonly<Partial<Record<Endpoint['resource'], string>>> = {
  asset: 'public, max-age=60',
  region: 'public, max-age=300',
};

/** `Cache-Control` of errors (API document, part 7): an error is never cached, so the next request sees the repair. */
export const problemCacheControl = 'no-store';

/** Returns whether a response has an `ETag`: cacheable responses have one, `no-store` responses have none. */
export function hasEtag(cacheControl: string): boolean {
  return cacheControl !== 'no-store';
}

/**
 * Headers that let pages of any origin read, because part 5 names no credential. The exposed headers let them
 * compute the lifetime.
 */
export const crossOriginHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Age, Date, ETag',
};

const newestFirst = 'created_at desc, id';

/**
 * SQL order of each list. Part 2 names none. A total order makes equal requests equal. Each order has an
 * index in the migrations.
 */
export const listOrder: Readonly<Record<ListResource, string>> = {
  bucket: newestFirst,
  asset: newestFirst,
  application: newestFirst,
  node: newestFirst,
  event: newestFirst,
  region: 'code',
};

/**
 * Status words of the service, worst last; part 3 documents only `operational`. An unlisted word ranks
 * between maintenance and degraded.
 */
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

/** Returns the overall status: the worst of the components' words; `unknown` if there are no components. */
export function worstStatus(words: readonly string[]): string {
  const [first, ...rest] = words;
  if (first === undefined) return 'unknown';
  return rest.reduce((worst, word) => (rank(word) > rank(worst) ? word : worst), first);
}
