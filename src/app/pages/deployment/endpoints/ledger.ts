/** Groups the words and undocumented members that a deployment sent, for the endpoints page. */

import type { SeenWord, Vocabulary } from '#app/observe/session/vocabulary.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { weakestClaim } from '#domain/lists/claim.ts';
import { type Familiarity, isStateField, standingOf } from '#domain/memory/vocabulary.ts';

export type LedgerGroup = Familiarity | 'member';

/** Compares words for sorting: status words come first, because they decide what is green. */
function statesFirst(a: SeenWord, b: SeenWord): number {
  return Number(isStateField(b.field)) - Number(isStateField(a.field));
}

/**
 * Groups the words of a deployment by familiarity, and the undocumented members. In each group status words
 * come first, then the newest.
 */
export function ledgerOf(vocabulary: Vocabulary): Readonly<Record<LedgerGroup, readonly SeenWord[]>> {
  const groups: Record<LedgerGroup, SeenWord[]> = { new: [], known: [], member: [], documented: [] };
  for (const word of vocabulary.values())
    groups[word.isMember ? 'member' : standingOf(word.resource, word.field, word.word)].push(word);
  for (const group of Object.values(groups))
    group.sort((a, b) => statesFirst(a, b) || b.firstSeenAt - a.firstSeenAt);
  return groups;
}

/**
 * Names the field of a word, such as "node.status" for `data[].status` in a list of nodes. A field of the
 * status document keeps its path.
 */
export function whereOf({ resource, field }: Pick<SeenWord, 'resource' | 'field'>): string {
  return resource === 'status' ? field : `${resource}.${field.replace(/^data\[\]\./, '')}`;
}

/**
 * Returns how many items have the word now: the largest count of its endpoints, because both API versions
 * list the same items. `null` if no item has it.
 */
export function itemsOf({ uses }: SeenWord): { readonly count: number; readonly claim: Claim } | null {
  if (uses.size === 0) return null;
  const all = [...uses.values()];
  return {
    count: Math.max(...all.map(({ count }) => count)),
    claim: weakestClaim(all.map(({ claim }) => claim)),
  };
}

export function byField(
  words: readonly SeenWord[],
): readonly (readonly [where: string, words: readonly SeenWord[]])[] {
  const fields = new Map<string, SeenWord[]>();
  for (const word of words) {
    const where = whereOf(word);
    fields.set(where, [...(fields.get(where) ?? []), word]);
  }
  return [...fields];
}
