import type { CacheWord as Word } from '#domain/figures/cache-shares.ts';
import { type CacheClass, cacheClass } from '#domain/figures/cache-words.ts';
import { Verbatim } from './Verbatim.tsx';

/** What each class of cache word means in other caches. The API document defines no meaning. */
const meanings: Readonly<Record<CacheClass, string>> = {
  served: 'Elsewhere: served from the cache',
  'served-after-check': 'Elsewhere: served after revalidation at the origin',
  'served-old': 'Elsewhere: served although stale',
  fetched: 'Elsewhere: fetched from the origin',
  'not-cached': 'Elsewhere: never cached',
  unseen: 'Unknown status word',
};

/** A cache status word as sent, with its meaning as the title; unknown words in quotes. */
export function CacheWord({ word }: { readonly word: Word }) {
  if (word === null) return <span className="text-text-3">not provided</span>;
  const known = cacheClass(word);
  if (known === 'unseen')
    return (
      <span title={meanings.unseen}>
        “<Verbatim>{word}</Verbatim>”
      </span>
    );
  return <span title={meanings[known]}>{word}</span>;
}

export function CacheSwatch({ colour }: { readonly colour: string }) {
  return (
    <span
      aria-hidden="true"
      className="drains-fill mr-2 inline-block size-2 shrink-0"
      style={{ background: colour }}
    />
  );
}
