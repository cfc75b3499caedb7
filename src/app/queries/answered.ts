import { useEffect, useEffectEvent, useState } from 'react';
import { ListGone } from '../../domain/list-gone.ts';
import type { Listing } from '../../domain/listing.ts';

/**
 * What a listing answers to a question. Keeps the earlier answer until the new one is there, so that nothing flickers;
 * `undefined` before the first.
 *
 * @param key - changes whenever the question does.
 */
export function useAnswered<Row, T>(
  listing: Listing<Row> | null,
  key: string,
  ask: (listing: Listing<Row>) => Promise<T>,
): T | undefined {
  const [answered, setAnswered] = useState<{ readonly value: T }>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!listing) return undefined;
    let current = true;
    askNow(listing).then(
      (value) => current && setAnswered({ value }),
      (cause: unknown) => {
        // The next listing, which is on its way, is asked the same.
        if (!current || cause instanceof ListGone) return;
        setAnswered(() => {
          throw cause;
        });
      },
    );
    return () => {
      current = false;
    };
  }, [listing, key]);
  return listing ? answered?.value : undefined;
}
