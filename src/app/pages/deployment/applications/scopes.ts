/**
 * Derives the scope columns of the applications table from the listed applications. The API document does not
 * define what a scope allows.
 */

import { applicationFields } from '#contract/resources.ts';
import type { Group } from '#domain/lists/listing.ts';

export interface Scope {
  readonly name: string;
  /** Number of applications with this scope. */
  readonly count: number;
  /** Whether the API document (part 2) does not show this scope. */
  readonly isNew: boolean;
}

/** Display order of the scopes that the API document shows. Part 2 lists them alphabetically. */
const readingOrder = ['read', 'write', 'events'];

const observed = applicationFields.scopes.observed.toSorted(
  (a, b) => place(readingOrder, a) - place(readingOrder, b),
);

function place(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  return index < 0 ? names.length : index;
}

export function scopesOf(groups: readonly Group[]): readonly Scope[] {
  return groups
    .flatMap(({ key: [name], count }) =>
      typeof name === 'string' ? [{ name, count, isNew: !observed.some((each) => each === name) }] : [],
    )
    .toSorted((a, b) => place(observed, a.name) - place(observed, b.name) || (a.name < b.name ? -1 : 1));
}
