import type { Claim } from '../../domain/claim.ts';

/** One sentence on whether this is all of it. */
export function Completeness({ claim }: { readonly claim: Claim }) {
  switch (claim.kind) {
    case 'exact':
      return 'The list is complete.';
    case 'known-regions':
      return `The list is complete for ${claim.regions} known regions.`;
    case 'at-least':
      return `Figures describe what was listed: ${claim.reasons.join('; ')}.`;
  }
}
