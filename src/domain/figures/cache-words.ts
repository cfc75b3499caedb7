/** Classes of `cache_status` words: where an asset came from. Not health: a miss is not a fault. */

export type CacheClass = 'served' | 'served-after-check' | 'served-old' | 'fetched' | 'not-cached' | 'unseen';

/** `EXPIRED_HIT` of older caches: the origin confirmed the asset before it was served. */
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
 * The class of a cache word. Ignores case and the prefix `TCP_` of older caches. `unseen` for other words and `null`.
 */
export function cacheClass(word: string | null): CacheClass {
  const normalised = word?.trim().toLowerCase().replace(/^tcp_/, '') ?? '';
  return classes.get(normalised) ?? 'unseen';
}
