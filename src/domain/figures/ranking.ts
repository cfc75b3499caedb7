import type { Integer } from '#contract/resources.ts';
import { addSums, type Group, type Sum } from '../lists/listing.ts';
import { compareIntegers, sumIntegers } from '../numbers/arithmetic.ts';

export function figureOf(group: Group, field: string | null): Integer {
  return field === null ? group.count : (group.sums[field]?.total ?? 0);
}

export interface Ranking<T> {
  /** Largest entries, largest first. Entries of equal size keep their order. */
  readonly top: readonly T[];
  readonly rest: readonly T[];
}

export function ranked(groups: readonly Group[], field: string | null, most: number): Ranking<Group> {
  return largest(groups, (group) => figureOf(group, field), most);
}

/**
 * Returns the `most` largest entries. If only one more remains, it is included instead of a rest with one
 * entry.
 */
export function largest<T>(all: readonly T[], figure: (each: T) => Integer, most: number): Ranking<T> {
  const sorted = all.toSorted((a, b) => compareIntegers(figure(b), figure(a)));
  const cut = sorted.length === most + 1 ? sorted.length : most;
  return { top: sorted.slice(0, cut), rest: sorted.slice(cut) };
}

export function sumOf(groups: readonly Group[], field: string): Sum {
  return addSums(groups.flatMap((group) => group.sums[field] ?? []));
}

export function totalOf(groups: readonly Group[], field: string | null): Integer {
  return sumIntegers(groups.map((group) => figureOf(group, field)));
}
