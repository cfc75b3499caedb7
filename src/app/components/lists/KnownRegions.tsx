import type { Claim } from '#domain/lists/claim.ts';
import { plural } from '#domain/text/format.ts';

/** Such as " in 58 known regions". Visible only, because screen readers get it from the claim's own text. */
export function KnownRegions({ claim }: { readonly claim: Claim }) {
  if (claim.kind !== 'known-regions') return null;
  return <span aria-hidden="true">{` in ${plural(claim.regions, 'known region')}`}</span>;
}
