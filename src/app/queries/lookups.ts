import { useMemo } from 'react';
import type { Deployment } from '#contract/host.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { type Lookups, noLookups, placesOf } from '#domain/lists/lookups.ts';
import { useRegions } from './resources/regions.ts';
import type { Source } from './source.ts';
import { useListingResult } from './use-listing-result.ts';

/** Returns the places by region code, and the deployment's own classes for status words. */
export function useLookups(deployment: Deployment, enabled = true): Lookups {
  const regions = useRegions(deployment, enabled);
  const places = useListingResult(regions.feed.answer?.value ?? null, 'places', async (listing) => {
    const rows = await listing.rows({});
    return placesOf(await rows.slice(0, rows.count), deployment.words);
  });
  return useMemo(
    () => ({ places: places ?? noLookups.places, words: deployment.words }),
    [places, deployment.words],
  );
}

interface Joined {
  readonly lookups: Lookups;
  readonly listing: unknown;
}

function isSame(a: Lookups, b: Lookups): boolean {
  return (
    a.places === b.places &&
    a.words === b.words &&
    a.byNodes === b.byNodes &&
    a.asOf === b.asOf &&
    a.since === b.since &&
    a.growth === b.growth
  );
}

/** The last joined listing of each listing, so that equal lookups give the same object. */
const joined = new WeakMap<object, Joined>();

function joinedOnce<Row>(listing: Listing<Row>, lookups: Lookups): Listing<Row> {
  const known = joined.get(listing);
  // The entry was stored for this listing, so the type of its rows matches.
  if (known && isSame(known.lookups, lookups)) return known.listing as Listing<Row>;
  const made = listing.joined(lookups);
  joined.set(listing, { lookups, listing: made });
  return made;
}

/**
 * Returns the listing of a source, joined with data of other responses (`lookups`); `null` before the first
 * response.
 */
export function useJoined<Row>(source: Source<Listing<Row>>, lookups: Lookups): Listing<Row> | null {
  const listing = source.feed.answer?.value ?? null;
  return useMemo(() => listing && joinedOnce(listing, lookups), [listing, lookups]);
}
