import type { Claim } from '#domain/lists/claim.ts';
import { plural } from '#domain/text/format.ts';

/**
 * Shows how many regions a count covers, such as " in 58 known regions". Hidden from screen readers, which
 * read it in {@link Claimed}.
 */
export function KnownRegions({ claim }: { readonly claim: Claim }) {
  if (claim.kind !== 'known-regions') return null;
  return <span aria-hidden="true">{` in ${plural(claim.regions, 'known region')}`}</span>;
}
