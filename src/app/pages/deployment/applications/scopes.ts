/**
 * The scopes in a list of applications, as columns. Their meaning is not inferred, because the API document
 * does not define it.
 */

import { applicationFields } from '#contract/resources.ts';
import type { Group } from '#domain/lists/listing.ts';

export interface Scope {
  readonly name: string;
  /** Number of applications with it. */
  readonly count: number;
  /** Not in the API document (part 2). */
  readonly isNew: boolean;
}

/** Display order of the documented scopes; part 2 lists them alphabetically. */
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
