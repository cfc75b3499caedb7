import { useState } from 'react';
import type { Claim } from '#domain/lists/claim.ts';
import { formatExact, joinWords } from '#domain/text/format.ts';

/** One sentence on whether this is all of it. */
export function Completeness({ claim }: { readonly claim: Claim }) {
  switch (claim.kind) {
    case 'exact':
      return 'The list is complete.';
    case 'known-regions':
      return `${claim.regions === 1 ? 'The one known region was' : `All ${formatExact(claim.regions)} known regions were`} read in full. What lies in a region that no list names is missing.`;
    case 'at-least':
      return (
        <>
          Figures describe what was listed: {claim.reasons.join('; ')}. <CutRegions claim={claim} />
        </>
      );
  }
}

/** Regions that are cut and that the reasons only count, by name once somebody asks. */
function CutRegions({ claim: { reasons, cut = [] } }: { readonly claim: Claim & { kind: 'at-least' } }) {
  const [named, setNamed] = useState(false);
  const unnamed = cut.filter((code) => !reasons.some((reason) => reason.includes(code)));
  if (unnamed.length === 0) return null;
  if (named) return `All that are cut: ${joinWords(cut)}.`;
  return (
    <button
      type="button"
      className="cursor-pointer underline underline-offset-3"
      onClick={() => setNamed(true)}
    >
      Name all {formatExact(cut.length)} cut regions
    </button>
  );
}
