/** The scopes seen in a list of applications, as columns. Nothing is inferred from them: the document does not say what they permit. */

import { applicationFields } from '#contract/resources.ts';
import type { Group } from '#domain/lists/listing.ts';

export interface Scope {
  readonly name: string;
  /** Applications that hold it. */
  readonly count: number;
  /** Not among those the document shows (part 2). */
  readonly isNew: boolean;
}

/** The observed scopes in the order in which they are read: part 2 lists them by the alphabet. */
const readingOrder = ['read', 'write', 'events'];

const observed = applicationFields.scopes.observed.toSorted(
  (a, b) => place(readingOrder, a) - place(readingOrder, b),
);

function place(names: readonly string[], name: string): number {
  const index = names.indexOf(name);
  return index < 0 ? names.length : index;
}

/** Scopes of groups by `scopes`: those of the document first, then the others by name. */
export function scopesOf(groups: readonly Group[]): readonly Scope[] {
  return groups
    .flatMap(({ key: [name], count }) =>
      typeof name === 'string' ? [{ name, count, isNew: !observed.some((each) => each === name) }] : [],
    )
    .toSorted((a, b) => place(observed, a.name) - place(observed, b.name) || (a.name < b.name ? -1 : 1));
}
