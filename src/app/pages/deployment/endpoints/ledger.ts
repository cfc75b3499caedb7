/** The vocabulary of a deployment as the endpoints page tells it. */

import type { SeenWord, Vocabulary } from '#app/observe/session/vocabulary.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { weakestClaim } from '#domain/lists/claim.ts';
import { isStateField, type Standing, standingOf } from '#domain/memory/vocabulary.ts';

export type LedgerGroup = Standing | 'member';

/** Words that are states decide what is green: they stand above the others. */
function statesFirst(a: SeenWord, b: SeenWord): number {
  return Number(isStateField(b.field)) - Number(isStateField(a.field));
}

/** Words by standing and members that the document does not name, each newest first. */
export function ledgerOf(vocabulary: Vocabulary): Readonly<Record<LedgerGroup, readonly SeenWord[]>> {
  const groups: Record<LedgerGroup, SeenWord[]> = { new: [], known: [], member: [], documented: [] };
  for (const word of vocabulary.values())
    groups[word.isMember ? 'member' : standingOf(word.resource, word.field, word.word)].push(word);
  for (const group of Object.values(groups))
    group.sort((a, b) => statesFirst(a, b) || b.firstSeenAt - a.firstSeenAt);
  return groups;
}

/** "node.status" of `data[].status` in a list of nodes; what has no field of its own is named by its path. */
export function whereOf({ resource, field }: Pick<SeenWord, 'resource' | 'field'>): string {
  return resource === 'status' ? field : `${resource}.${field.replace(/^data\[\]\./, '')}`;
}

/** How many items hold it now; versions repeat each other, so the largest speaks. `null` where none does any more. */
export function itemsOf({ uses }: SeenWord): { readonly count: number; readonly claim: Claim } | null {
  if (uses.size === 0) return null;
  const all = [...uses.values()];
  return {
    count: Math.max(...all.map(({ count }) => count)),
    claim: weakestClaim(all.map(({ claim }) => claim)),
  };
}

/** Documented words, a line a field. */
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
