/** The words of a deployment in groups, for the endpoints page. */

import type { SeenWord, Vocabulary } from '#app/observe/session/vocabulary.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { weakestClaim } from '#domain/lists/claim.ts';
import { type Familiarity, isStateField, standingOf } from '#domain/memory/vocabulary.ts';

export type LedgerGroup = Familiarity | 'member';

/** State words decide what is green, so they come first. */
function statesFirst(a: SeenWord, b: SeenWord): number {
  return Number(isStateField(b.field)) - Number(isStateField(a.field));
}

/** Words by group and undocumented members, each newest first. */
export function ledgerOf(vocabulary: Vocabulary): Readonly<Record<LedgerGroup, readonly SeenWord[]>> {
  const groups: Record<LedgerGroup, SeenWord[]> = { new: [], known: [], member: [], documented: [] };
  for (const word of vocabulary.values())
    groups[word.isMember ? 'member' : standingOf(word.resource, word.field, word.word)].push(word);
  for (const group of Object.values(groups))
    group.sort((a, b) => statesFirst(a, b) || b.firstSeenAt - a.firstSeenAt);
  return groups;
}

/** Such as "node.status" for `data[].status` in a list of nodes. Other fields are named by their path. */
export function whereOf({ resource, field }: Pick<SeenWord, 'resource' | 'field'>): string {
  return resource === 'status' ? field : `${resource}.${field.replace(/^data\[\]\./, '')}`;
}

/**
 * Number of items with the word now: the largest count of its endpoints, because versions repeat each other.
 * `null` if none has it.
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
