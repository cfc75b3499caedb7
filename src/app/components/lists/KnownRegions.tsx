import type { Claim } from '#domain/lists/claim.ts';
import { plural } from '#domain/text/format.ts';

/** " in 58 known regions", to be seen after what a total counts: its claim says the same to those who do not see. */
export function KnownRegions({ claim }: { readonly claim: Claim }) {
  if (claim.kind !== 'known-regions') return null;
  return <span aria-hidden="true">{` in ${plural(claim.regions, 'known region')}`}</span>;
}
