/** The largest groups of a listing, and what the others come to together. */

import type { Integer } from '#contract/resources.ts';
import { addSums, type Group, type Sum } from '../lists/listing.ts';
import { compareIntegers, sumIntegers } from './arithmetic.ts';

/** What a group is ranked by: a sum of a field, or the number of its rows. */
export function figureOf(group: Group, field: string | null): Integer {
  return field === null ? group.count : (group.sums[field]?.total ?? 0);
}

export interface Ranking {
  /** Largest first; equal ones in their own order. */
  readonly top: readonly Group[];
  readonly rest: readonly Group[];
}

/** The `most` largest groups by a sum, or by count; a rest of one is no rest. */
export function ranked(groups: readonly Group[], field: string | null, most: number): Ranking {
  const sorted = groups.toSorted((a, b) => compareIntegers(figureOf(b, field), figureOf(a, field)));
  const cut = sorted.length === most + 1 ? sorted.length : most;
  return { top: sorted.slice(0, cut), rest: sorted.slice(cut) };
}

/** The sum of a field over several groups, with how many rows had nothing to add. */
export function sumOf(groups: readonly Group[], field: string): Sum {
  return addSums(groups.flatMap((group) => group.sums[field] ?? []));
}

/** What several groups come to together. */
export function totalOf(groups: readonly Group[], field: string | null): Integer {
  return sumIntegers(groups.map((group) => figureOf(group, field)));
}
