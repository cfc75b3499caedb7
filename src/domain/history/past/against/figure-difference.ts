/** Differences of counts and sums between two moments, with their claims. */

import type { Integer } from '#contract/resources.ts';
import { type Claim, weakestClaim } from '#domain/lists/claim.ts';
import { subtractIntegers } from '#domain/numbers/arithmetic.ts';

/** A count or sum at a moment. */
export interface FigureThen {
  readonly value: Integer;
  readonly claim: Claim;
  /** Codes of the regions for which a claim `known-regions` holds. */
  readonly regions: readonly string[];
  /** Whether the moment was observed. Otherwise the value is the last known before it. */
  readonly isObserved: boolean;
}

export interface FigureDifference {
  readonly value: Integer;
  /** The weaker of both claims. */
  readonly claim: Claim;
  /** `least` and `most`: the true difference may be larger, or smaller. */
  readonly bound: 'exact' | 'least' | 'most';
}

/**
 * Returns the difference of a figure between two moments.
 * @returns `null` if nothing is known of it: a moment was not observed, both figures are lower bounds, or they are of
 * different regions.
 */
export function figureDifference(before: FigureThen, after: FigureThen): FigureDifference | null {
  if (!before.isObserved || !after.isObserved) return null;
  const isOpen = { before: before.claim.kind === 'at-least', after: after.claim.kind === 'at-least' };
  if (isOpen.before && isOpen.after) return null;
  if (regionsOf(before) !== regionsOf(after) && !isOpen.before && !isOpen.after) return null;
  return {
    value: subtractIntegers(after.value, before.value),
    claim: weakestClaim([before.claim, after.claim]),
    bound: isOpen.after ? 'least' : isOpen.before ? 'most' : 'exact',
  };
}

/** Regions for which a figure is complete, as text; `null` for all. */
function regionsOf({ claim, regions }: FigureThen): string | null {
  return claim.kind === 'known-regions' ? regions.toSorted().join(' ') : null;
}
