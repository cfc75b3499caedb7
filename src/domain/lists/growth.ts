/** Arithmetic for growth columns. Imports no history code, because the first rows of a table load it. */

import type { Integer } from '#contract/resources.ts';
import { subtractIntegers } from '../numbers/arithmetic.ts';
import type { Growth, GrowthOf } from './lookups.ts';

const day = 86_400_000;

/** Whole days covered by the growth values, for "in 7 d". */
export function daysOf({ from, to }: Pick<Growth, 'from' | 'to'>): number {
  return Math.max(1, Math.round((to - from) / day));
}

export function changeOf({ first, last }: GrowthOf): Integer {
  return subtractIntegers(last, first);
}
