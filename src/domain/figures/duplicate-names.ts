/** Duplicate bucket names (part 2 allows them) and how to distinguish them. */

import type { Group } from '../lists/listing.ts';

export function repeatedNames(groups: readonly Group[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ key: [name], count }) => (name != null && count > 1 ? [name] : [])));
}

const suffixLength = 4;

/** The end of an id, to show next to a name; `null` without an id. */
export function idSuffix(id: string | null): string | null {
  return id === null || id === '' ? null : id.slice(-suffixLength);
}
