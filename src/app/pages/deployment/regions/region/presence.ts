/** Decides whether a region code exists, from the statements of all lists that may name it. */

import type { Availability } from '#domain/answer/answer.ts';
import type { Claim } from '#domain/lists/claim.ts';

/**
 * What one list states about a region code: `named`; `absent` if a complete list lacks it; `cut` if a list
 * that may be incomplete lacks it; `waiting` if the list is not read yet, `unread` if it cannot be read,
 * `silent` if it is not offered.
 */
export type ListStatement = 'named' | 'absent' | 'cut' | 'waiting' | 'unread' | 'silent';

/**
 * Whether a region code exists. `waiting` until decided; `present` if a list names it; `nowhere` if every
 * offered list is complete without it; `not-found` if a list may be incomplete; `unlisted` if no list could
 * name it.
 */
export type Presence = 'waiting' | 'present' | 'nowhere' | 'not-found' | 'unlisted';

/**
 * Returns what a list states about a region code.
 * @param count - number of rows that name the code; `undefined` while unknown.
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

/**
 * Minimum share of the longer response's ids that the shorter one must contain for both to count as the same.
 */
const alike = 0.9;

/**
 * Whether the response for one region repeats the unfiltered response, so that the service seems to ignore
 * the filter. Only ids show it, because assets name no region. A few ids may differ, because the responses
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
