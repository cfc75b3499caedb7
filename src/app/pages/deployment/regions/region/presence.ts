/** Whether anything a deployment lists names a region code, and whether that can be said already. */

import type { Availability } from '#domain/answer/answer.ts';
import type { Claim } from '#domain/lists/claim.ts';

/** What one list says: it names the code, it is complete without it, it was cut short, or it has nothing to say yet. */
export type Testimony = 'named' | 'absent' | 'cut' | 'waiting' | 'unread' | 'silent';

/**
 * `waiting` until it can be said; `nowhere` only where every list is complete without the code; `unlisted` where the
 * deployment offers no list that could name one.
 */
export type Presence = 'waiting' | 'present' | 'nowhere' | 'not-found' | 'unlisted';

/**
 * What a list says of a code.
 *
 * @param count - rows that name it; `undefined` while that is not known.
 */
export function testimonyOf(
  availability: Availability,
  claim: Claim | undefined,
  count: number | undefined,
): Testimony {
  if (availability === 'not-offered') return 'silent';
  if (claim === undefined || count === undefined)
    return availability === 'failing' || availability === 'refused' ? 'unread' : 'waiting';
  if (count > 0) return 'named';
  return claim.kind === 'exact' ? 'absent' : 'cut';
}

export function presenceOf(testimonies: readonly Testimony[]): Presence {
  if (testimonies.includes('named')) return 'present';
  if (testimonies.includes('waiting')) return 'waiting';
  const speaking = testimonies.filter((each) => each !== 'silent');
  if (speaking.length === 0) return 'unlisted';
  return speaking.every((each) => each === 'absent') ? 'nowhere' : 'not-found';
}

/** Share of one answer's ids that the other must hold for both to count as alike. */
const alike = 0.9;

/**
 * Whether the answer for one region is the unfiltered answer over again, so that the filter appears to be ignored.
 * Assets carry no region, so nothing else can tell. Ids may differ a little: the answers are of different moments.
 */
export function looksUnfiltered(
  filtered: readonly (string | null)[],
  unfiltered: readonly (string | null)[],
): boolean {
  const [least, most] = [filtered.length, unfiltered.length].toSorted((a, b) => a - b);
  if (!least || !most || least < most * alike) return false;
  const held = new Set(unfiltered);
  return filtered.filter((id) => id !== null && held.has(id)).length >= most * alike;
}
