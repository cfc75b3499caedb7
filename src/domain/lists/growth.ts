/**
 * Arithmetic for columns of growth. Imports no history code, because the first rows of a table load this
 * file.
 */

import type { Integer } from '#contract/resources.ts';
import { subtractIntegers } from '../numbers/arithmetic.ts';
import type { Growth, GrowthOf } from './lookups.ts';

const day = 86_400_000;

/**
 * Returns the number of whole days between the first and last values, at least 1, for texts such as "in 7 d".
 */
export function daysOf({ from, to }: Pick<Growth, 'from' | 'to'>): number {
  return Math.max(1, Math.round((to - from) / day));
}

export function changeOf({ first, last }: GrowthOf): Integer {
  return subtractIntegers(last, first);
}
