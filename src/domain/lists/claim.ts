/**
 * States how complete a list is (docs/understand/completeness.md): its claim. A figure has the weakest claim
 * of its inputs.
 */

import { formatExact } from '../text/format.ts';
import type { Rounding } from '../text/format-figures.ts';

export type Claim =
  | { readonly kind: 'exact' }
  | { readonly kind: 'known-regions'; readonly regions: number }
  | {
      readonly kind: 'at-least';
      readonly reasons: readonly string[];
      /** Codes of the regions whose lists are truncated. */
      readonly cut?: readonly string[];
      /** Number of rows, if the list is a single truncated response; absent otherwise. */
      readonly first?: number;
    };

export const exact: Claim = { kind: 'exact' };

const order = { exact: 0, 'known-regions': 1, 'at-least': 2 } as const;

/**
 * Whether one completeness claim is weaker than another: a lower bound, or completeness for fewer regions.
 */
export function isWeaker(before: Claim, now: Claim): boolean {
  if (before.kind === 'known-regions' && now.kind === 'known-regions') return before.regions < now.regions;
  return order[before.kind] > order[now.kind];
}

export function weakestClaim(claims: readonly Claim[]): Claim {
  const weakest = claims.reduce((worst, next) => (order[next.kind] > order[worst.kind] ? next : worst), exact);
  if (weakest.kind === 'exact') return exact;
  if (weakest.kind === 'known-regions') {
    // For lists with different sets of regions, the result is complete for the smallest set only.
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
    // "first N only" makes sense for a single truncated list only.
    ...(first !== undefined && firsts.length === 1 && { first }),
  };
}

/**
 * Returns the completeness claim of a sum over a list. Values that could not be added make the sum a lower
 * bound.
 */
export function claimOfSum(list: Claim, sum: { readonly missing: number }): Claim {
  if (sum.missing === 0) return list;
  const values = sum.missing === 1 ? '1 value' : `${formatExact(sum.missing)} values`;
  return weakestClaim([list, { kind: 'at-least', reasons: [`${values} could not be read`] }]);
}

/** Returns "first 1,000 only" for figures from a single truncated response; `null` for others. */
export function firstOnly(claim: Claim | null | undefined): string | null {
  if (claim?.kind !== 'at-least' || claim.first === undefined) return null;
  return `first ${formatExact(claim.first)} only`;
}

/** Returns the rounding for figures with this completeness claim: a lower bound must be rounded down. */
export function roundingOf(claim: Claim): Rounding {
  return claim.kind === 'at-least' ? 'down' : 'nearest';
}

export function figureInWords(claim: Claim, figure: string): string {
  return claim.kind === 'at-least' ? `at least ${figure}` : figure;
}

/**
 * Returns the text shown in place of a figure 0. A list that may have more rows proves nothing beyond the
 * rows read.
 */
export function noneInWords(claim: Claim): string {
  return claim.kind === 'at-least' ? 'none of those read' : 'none';
}

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
