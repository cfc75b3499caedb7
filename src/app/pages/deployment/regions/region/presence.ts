/** Decides whether a region code exists, from all lists that may name it. */

import type { Availability } from '#domain/answer/answer.ts';
import type { Claim } from '#domain/lists/claim.ts';

/**
 * Statement of one list: `named`; `absent` from a complete list; `cut` (truncated); `waiting`, `unread` or
 * `silent` (not offered).
 */
export type ListStatement = 'named' | 'absent' | 'cut' | 'waiting' | 'unread' | 'silent';

/**
 * `waiting` until decided. `nowhere` only if every list is complete without the code. `unlisted` if no list
 * could name one.
 */
export type Presence = 'waiting' | 'present' | 'nowhere' | 'not-found' | 'unlisted';

/**
 * Statement of a list about a code.
 * @param count - rows that name it; `undefined` while unknown.
 */
export function statementOf(
  availability: Availability,
  claim: Claim | undefined,
  count: number | undefined,
): ListStatement {
  if (availability === 'not-offered') return 'silent';
  if (claim === undefined || count === undefined)
    return availability === 'failing' || availability === 'refused' ? 'unread' : 'waiting';
  if (count > 0) return 'named';
  return claim.kind === 'exact' ? 'absent' : 'cut';
}

export function presenceOf(testimonies: readonly ListStatement[]): Presence {
  if (testimonies.includes('named')) return 'present';
  if (testimonies.includes('waiting')) return 'waiting';
  const offeredLists = testimonies.filter((each) => each !== 'silent');
  if (offeredLists.length === 0) return 'unlisted';
  return offeredLists.every((each) => each === 'absent') ? 'nowhere' : 'not-found';
}

/** Share of equal ids from which two responses count as the same. */
const alike = 0.9;

/**
 * Whether the response for one region repeats the unfiltered one, so that the service seems to ignore the
 * filter. Assets contain no region, so nothing else shows it. Ids may differ a little, because the responses
 * are from different times.
 */
export function looksUnfiltered(
  filtered: readonly (string | null)[],
  unfiltered: readonly (string | null)[],
): boolean {
  const [least, most] = [filtered.length, unfiltered.length].toSorted((a, b) => a - b);
  if (!least || !most || least < most * alike) return false;
  const unfilteredIds = new Set(unfiltered);
  return filtered.filter((id) => id !== null && unfilteredIds.has(id)).length >= most * alike;
}
