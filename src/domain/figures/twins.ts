/** Two buckets may have the same name (part 2): what tells them apart. */

import type { Group } from '../lists/listing.ts';

/** Names that more than one bucket has, from groups by name. */
export function repeatedNames(groups: readonly Group[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ key: [name], count }) => (name != null && count > 1 ? [name] : [])));
}

const suffixLength = 4;

/** The end of an id, short enough to stand beside a name; `null` where there is no id. */
export function idSuffix(id: string | null): string | null {
  return id === null || id === '' ? null : id.slice(-suffixLength);
}
