import { useState } from 'react';
import { KeepsFocus } from '#app/ui/elements/KeepsFocus.tsx';
import type { Claim } from '#domain/lists/claim.ts';
import { formatExact, joinWords } from '#domain/text/format.ts';

/**
 * States in one sentence how complete a list is. The React key is the text: a longer sentence mounts as a new
 * element and causes no layout shift. The button stays and keeps its focus.
 * @param after - the text before the sentence in its paragraph. If it changes, the key changes too.
 */
export function Completeness({ claim, after = '' }: { readonly claim: Claim; readonly after?: string }) {
  const [named, setNamed] = useState(false);
  return (
    <KeepsFocus>
      <span key={`${after} ${JSON.stringify(claim)}`}>{sentence(claim)}</span>
      {claim.kind === 'at-least' && <CutRegions claim={claim} named={named} onName={() => setNamed(true)} />}
    </KeepsFocus>
  );
}

function sentence(claim: Claim): string {
  switch (claim.kind) {
    case 'exact':
      return 'The list is complete.';
    case 'known-regions':
      return `${claim.regions === 1 ? 'The one known region was' : `All ${formatExact(claim.regions)} known regions were`} read completely. Items in a region that no list names are missing.`;
    case 'at-least':
      return `Figures describe what was listed: ${claim.reasons.join('; ')}. `;
  }
}

function CutRegions({
  claim: { reasons, cut = [] },
  named,
  onName,
}: {
  readonly claim: Claim & { kind: 'at-least' };
  readonly named: boolean;
  readonly onName: () => void;
}) {
  const unnamed = cut.filter((code) => !reasons.some((reason) => reason.includes(code)));
  if (unnamed.length === 0) return null;
  if (named) return `All truncated lists: ${joinWords(cut)}.`;
  return (
    <button type="button" className="cursor-pointer underline underline-offset-3" onClick={onName}>
      Name all {formatExact(cut.length)} cut regions
    </button>
  );
}
