/** Prepares lists for the comparison of API versions, once per listing. */

import type { VersionSide } from '#domain/contradictions/versions.ts';
import type { Listing } from '#domain/lists/listing.ts';

const sides = new WeakMap<object, Promise<VersionSide>>();

export function sideOfListing<Row>(
  listing: Listing<Row>,
  make: (listing: Listing<Row>) => Promise<VersionSide>,
): Promise<VersionSide> {
  const side = sides.get(listing) ?? make(listing);
  sides.set(listing, side);
  return side;
}
