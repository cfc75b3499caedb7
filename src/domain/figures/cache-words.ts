/** Classes of `cache_status` words: where an asset came from. They are not health: a miss is not a fault. */

export type CacheClass = 'served' | 'served-after-check' | 'served-old' | 'fetched' | 'not-cached' | 'unseen';

/**
 * Cache words by class, lower case. `EXPIRED_HIT`, sent by older caches, means that the origin confirmed the
 * asset before it was served.
 */
const cacheWords = {
  served: 'hit mem_hit partial_hit',
  'served-after-check': 'revalidated refresh_hit ims_hit expired_hit',
  'served-old': 'stale updating',
  fetched: 'miss expired refresh_miss client_refresh_miss expired_miss',
  'not-cached': 'bypass dynamic none config_nocache',
} as const;

const classes = new Map<string, CacheClass>();
for (const each of ['served', 'served-after-check', 'served-old', 'fetched', 'not-cached'] as const)
  for (const word of cacheWords[each].split(' ')) classes.set(word, each);

/**
 * Returns the class of a cache word. It ignores case and the prefix `TCP_` of older caches.
 * @returns `unseen` for other words and `null`
 */
export function cacheClass(word: string | null): CacheClass {
  const normalised = word?.trim().toLowerCase().replace(/^tcp_/, '') ?? '';
  return classes.get(normalised) ?? 'unseen';
}
