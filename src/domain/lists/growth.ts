/** What a table says of growth: on the way to its first row, so that it imports nothing of the record. Pure. */

import type { Integer } from '#contract/resources.ts';
import { subtractIntegers } from '../figures/arithmetic.ts';
import type { Growth, GrowthOf } from './lookups.ts';

const day = 86_400_000;

/** "In 7 d": whole days, as far as the record reaches. */
export function daysOf({ from, to }: Pick<Growth, 'from' | 'to'>): number {
  return Math.max(1, Math.round((to - from) / day));
}

export function changeOf({ first, last }: GrowthOf): Integer {
  return subtractIntegers(last, first);
}
