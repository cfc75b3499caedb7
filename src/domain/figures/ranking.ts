/** The largest groups of a listing, and what the others come to together. */

import type { Integer } from '#contract/resources.ts';
import { addSums, type Group, type Sum } from '../lists/listing.ts';
import { compareIntegers, sumIntegers } from './arithmetic.ts';

/** What a group is ranked by: a sum of a field, or the number of its rows. */
export function figureOf(group: Group, field: string | null): Integer {
  return field === null ? group.count : (group.sums[field]?.total ?? 0);
}

export interface Ranking<T> {
  /** Largest first; equal ones in their own order. */
  readonly top: readonly T[];
  readonly rest: readonly T[];
}

/** The `most` largest groups by a sum, or by count. */
export function ranked(groups: readonly Group[], field: string | null, most: number): Ranking<Group> {
  return largest(groups, (group) => figureOf(group, field), most);
}

/** The `most` largest; a rest of one is no rest. */
export function largest<T>(all: readonly T[], figure: (each: T) => Integer, most: number): Ranking<T> {
  const sorted = all.toSorted((a, b) => compareIntegers(figure(b), figure(a)));
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
