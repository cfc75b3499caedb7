import { expect, it } from 'vitest';
import { type CacheClass, cacheClass } from './cache-words.ts';

it.each<[CacheClass, string]>([
  ['served', 'HIT hit TCP_HIT TCP_MEM_HIT'],
  ['served-after-check', 'REVALIDATED TCP_REFRESH_HIT TCP_EXPIRED_HIT'],
  ['served-old', 'STALE UPDATING'],
  ['fetched', 'MISS EXPIRED TCP_MISS TCP_REFRESH_MISS TCP_EXPIRED_MISS'],
  ['not-cached', 'BYPASS DYNAMIC NONE CONFIG_NOCACHE'],
  ['unseen', 'UNKNOWN HIT-CLUSTER ERROR PRERENDER TCP_DENIED TCP_ constructor __proto__ operational'],
])('%s: %s', (expected, words) => {
  for (const word of words.split(' ')) expect(cacheClass(word), word).toBe(expected);
});

it('is unseen without a word', () => {
  expect([cacheClass(null), cacheClass(''), cacheClass(' '), cacheClass('运行')]).toEqual(
    Array(4).fill('unseen'),
  );
});
