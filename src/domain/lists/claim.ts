/** How complete a list is (docs/understand/completeness.md). Every figure inherits the weakest claim of what it was made from. */

import { formatExact } from '../text/format.ts';
import type { Rounding } from '../text/format-figures.ts';

export type Claim =
  | { readonly kind: 'exact' }
  | { readonly kind: 'known-regions'; readonly regions: number }
  | {
      readonly kind: 'at-least';
      readonly reasons: readonly string[];
      /** Codes of the regions of which more exists than a service gives out. */
      readonly cut?: readonly string[];
      /** Rows of the one answer that it was made from, where that says there are more. */
      readonly first?: number;
    };

export const exact: Claim = { kind: 'exact' };

const order = { exact: 0, 'known-regions': 1, 'at-least': 2 } as const;

/** Whether what was claimed is less than what is claimed now: a lower bound, or a whole of fewer regions. */
export function isWeaker(before: Claim, now: Claim): boolean {
  if (before.kind === 'known-regions' && now.kind === 'known-regions') return before.regions < now.regions;
  return order[before.kind] > order[now.kind];
}

/** The claim of a figure made from several lists. */
export function weakestClaim(claims: readonly Claim[]): Claim {
  const weakest = claims.reduce((worst, next) => (order[next.kind] > order[worst.kind] ? next : worst), exact);
  if (weakest.kind === 'exact') return exact;
  if (weakest.kind === 'known-regions') {
    // What rests on lists of several sets of regions is complete for the smallest of them.
    const regions = claims.flatMap((claim) => (claim.kind === 'known-regions' ? [claim.regions] : []));
    return { kind: 'known-regions', regions: Math.min(...regions) };
  }
  const reasons = claims.flatMap((claim) => (claim.kind === 'at-least' ? claim.reasons : []));
  const cut = claims.flatMap((claim) => (claim.kind === 'at-least' ? (claim.cut ?? []) : []));
  const firsts = claims.flatMap((claim) => (claim.kind === 'at-least' ? (claim.first ?? []) : []));
  const [first] = firsts;
  return {
    kind: 'at-least',
    reasons: [...new Set(reasons)],
    ...(cut.length > 0 ? { cut: [...new Set(cut)] } : {}),
    // Of several lists none is the first rows.
    ...(first !== undefined && firsts.length === 1 && { first }),
  };
}

/** The claim of a sum over a list: values that could not be added make it a lower bound. */
export function claimOfSum(list: Claim, sum: { readonly missing: number }): Claim {
  if (sum.missing === 0) return list;
  const values = sum.missing === 1 ? '1 value' : `${formatExact(sum.missing)} values`;
  return weakestClaim([list, { kind: 'at-least', reasons: [`${values} could not be read`] }]);
}

/** "first 1,000 only": in the words of a figure that rests on the first answer of a longer list; `null` of any other. */
export function firstOnly(claim: Claim | null | undefined): string | null {
  if (claim?.kind !== 'at-least' || claim.first === undefined) return null;
  return `first ${formatExact(claim.first)} only`;
}

/** How its figures are cut: a lower bound stays one. */
export function roundingOf(claim: Claim): Rounding {
  return claim.kind === 'at-least' ? 'down' : 'nearest';
}

/** A figure where only text has a place: "at least 12,431". */
export function figureInWords(claim: Claim, figure: string): string {
  return claim.kind === 'at-least' ? `at least ${figure}` : figure;
}

/** Where a figure would be nought: of a list that may hold more, only what was read is known. */
export function noneInWords(claim: Claim): string {
  return claim.kind === 'at-least' ? 'none of those read' : 'none';
}

/** That a list holds nothing, as far as that is known. */
export function nothingListed(noun: string, claim: Claim): string {
  switch (claim.kind) {
    case 'exact':
      return `The service lists no ${noun}.`;
    case 'known-regions':
      return `The service lists no ${noun} in ${claim.regions === 1 ? 'the one known region' : `${formatExact(claim.regions)} known regions`}.`;
    case 'at-least':
      return `No ${noun} were read: ${claim.reasons.join('; ')}.`;
  }
}
