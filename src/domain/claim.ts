/** How complete a list is (part 7 of the design). Every figure inherits the weakest claim of what it was made from. */

import type { ListAnswer } from '../contract/decode-list.ts';
import type { ListResource } from '../contract/resources.ts';
import type { Sum } from './listing.ts';

export type Claim =
  | { readonly kind: 'exact' }
  | { readonly kind: 'known-regions'; readonly regions: number }
  | { readonly kind: 'at-least'; readonly reasons: readonly string[] };

export const exact: Claim = { kind: 'exact' };

const order = { exact: 0, 'known-regions': 1, 'at-least': 2 } as const;

/** The claim of a figure made from several lists. */
export function weakestClaim(claims: readonly Claim[]): Claim {
  const weakest = claims.reduce((worst, next) => (order[next.kind] > order[worst.kind] ? next : worst), exact);
  if (weakest.kind !== 'at-least') return weakest;
  const reasons = claims.flatMap((claim) => (claim.kind === 'at-least' ? claim.reasons : []));
  return { kind: 'at-least', reasons: [...new Set(reasons)] };
}

/** The claim of a sum over a list: values that could not be added make it a lower bound. */
export function claimOfSum(list: Claim, sum: Pick<Sum, 'missing'>): Claim {
  if (sum.missing === 0) return list;
  const values = sum.missing === 1 ? '1 value' : `${sum.missing.toLocaleString('en')} values`;
  return weakestClaim([list, { kind: 'at-least', reasons: [`${values} could not be read`] }]);
}

/** The claim of one answer: exact only where its pagination says so and contradicts nothing. */
export function claimOf(answer: ListAnswer<ListResource>): Claim {
  const { pagination, rows } = answer;
  const reasons: string[] = [];
  if (pagination.hasMore === null) reasons.push('the answer does not say whether there are more');
  if (pagination.hasMore === true)
    reasons.push(
      rows.length === 0
        ? 'the service says there are more, but sent none'
        : `the list stops at ${rows.length.toLocaleString('en')} and the service says there are more`,
    );
  if (pagination.count !== null && pagination.count !== rows.length)
    reasons.push(`the answer counts ${pagination.count} items but holds ${rows.length}`);
  if (pagination.limit !== null && rows.length > pagination.limit)
    reasons.push(`the answer states a limit of ${pagination.limit} but holds ${rows.length}`);
  return reasons.length === 0 ? exact : { kind: 'at-least', reasons };
}
