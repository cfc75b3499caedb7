import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { Listing } from '#domain/lists/listing.ts';

/**
 * What a listing answers to a question. Keeps the earlier answer until the new one is there, so that nothing flickers;
 * `undefined` before the first.
 *
 * @param key - changes whenever the question does.
 * @param isAtOnce - whether a reader waits for it, as for rows; what stands around them is drawn in pieces, between frames.
 */
export function useAnswered<Row, T>(
  listing: Listing<Row> | null,
  key: string,
  ask: (listing: Listing<Row>) => Promise<T>,
  isAtOnce = false,
): T | undefined {
  const [answered, setAnswered] = useState<{ readonly value: T }>();
  const begin = useEffectEvent(() => {
    if (!listing) return undefined;
    let current = true;
    const show = (value: T) => {
      if (!current) return;
      if (isAtOnce) setAnswered({ value });
      else startTransition(() => setAnswered({ value }));
    };
    ask(listing).then(show, (cause: unknown) => {
      // The next listing, which is on its way, is asked the same.
      if (!current || cause instanceof ListGone) return;
      setAnswered(() => {
        throw cause;
      });
    });
    return () => {
      current = false;
    };
  });
  // Rows that are at hand stand in the first frame of their table.
  useLayoutEffect(() => (isAtOnce ? begin() : undefined), [listing, key, isAtOnce]);
  useEffect(() => (isAtOnce ? undefined : begin()), [listing, key, isAtOnce]);
  return listing ? answered?.value : undefined;
}
