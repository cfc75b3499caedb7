/**
 * Finds bucket names that several buckets have, which the API document allows (part 2), and shortens ids to
 * tell such buckets apart.
 */

import type { Group } from '../lists/listing.ts';

export function repeatedNames(groups: readonly Group[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ key: [name], count }) => (name != null && count > 1 ? [name] : [])));
}

const suffixLength = 4;

/**
 * Returns the last four characters of an id, shown next to a name that is not unique; `null` without an id.
 */
export function idSuffix(id: string | null): string | null {
  return id === null || id === '' ? null : id.slice(-suffixLength);
}
