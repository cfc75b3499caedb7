import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Claim, isWeaker } from '#domain/lists/claim.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { Listing } from '#domain/lists/listing.ts';

/**
 * The result of a query on a listing. It keeps the last result until the new one is ready, so that nothing
 * flickers. `undefined` before the first result, or if the last one covers less of the list than is known now.
 * @param key - changes with the query, and contains each value that the query uses.
 * @param awaited - `always`: rendered at once, for rows. `when asked`: at once unless the list grew by itself.
 * `never`: as a transition that yields to other work.
 */
export function useListingResult<Row, T>(
  listing: Listing<Row> | null,
  key: string,
  ask: (listing: Listing<Row>) => Promise<T>,
  awaited: 'never' | 'when asked' | 'always' = 'never',
): T | undefined {
  const [answered, setAnswered] = useState<{
    readonly key: string;
    readonly value: T;
    readonly claim: Claim;
  }>();
  const isAtOnce = awaited === 'always';
  const begin = useEffectEvent(() => {
    if (!listing) return undefined;
    const { claim } = listing;
    let current = true;
    const isThere = answered?.key === key && !isWeaker(answered.claim, claim);
    const isAwaited = isAtOnce || (awaited === 'when asked' && !isThere);
    const show = (value: T) => {
      if (!current) return;
      if (isAwaited) setAnswered({ key, value, claim });
      else startTransition(() => setAnswered({ key, value, claim }));
    };
    ask(listing).then(show, (cause: unknown) => {
      // The listing was replaced. The next listing runs the same query.
      if (!current || cause instanceof ListGone) return;
      setAnswered(() => {
        throw cause;
      });
    });
    return () => {
      current = false;
    };
  });
  // A layout effect, so that rows that are ready appear in the first frame of the table.
  useLayoutEffect(() => (isAtOnce ? begin() : undefined), [listing, key, isAtOnce]);
  useEffect(() => (isAtOnce ? undefined : begin()), [listing, key, isAtOnce]);
  if (!listing || !answered) return undefined;
  // Single rows are true even if the list is incomplete.
  return isAtOnce || !isWeaker(answered.claim, listing.claim) ? answered.value : undefined;
}
