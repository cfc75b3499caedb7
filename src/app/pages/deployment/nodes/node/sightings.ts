/** What the node lists of the versions say of one id. */

import type { Version } from '#contract/endpoints.ts';
import type { Node } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { classify, compareStates, inSentence, stateOf, type WordOverrides } from '#domain/severity/classify.ts';
import { formatExact } from '#domain/text/format.ts';

/** One version's list, searched for an id. */
export interface Sighting {
  readonly version: Version;
  readonly path: string;
  /** The worst row with the id; `null` if the list has none. */
  readonly node: Node | null;
  /** Its further rows with the id. */
  readonly others: readonly Node[];
  /** Rows that carry the id. */
  readonly rows: number;
  /** Rows that the list holds. */
  readonly listed: number;
  readonly claim: Claim;
}

export interface NamedIn extends Sighting {
  readonly node: Node;
}

/** The lists that name the node, the one with the worse state first; of equals the preferred version. */
export function namedIn(sightings: readonly Sighting[], words: WordOverrides): readonly NamedIn[] {
  return sightings
    .flatMap((sighting) => (sighting.node === null ? [] : [{ ...sighting, node: sighting.node }]))
    .toSorted((a, b) => compareStates(classify(a.node.status, words), classify(b.node.status, words)));
}

const compared = ['status', 'pop', 'capacity', 'created_at'] as const;

/** One field that two lists give differently, as sent. */
export interface Difference {
  readonly field: (typeof compared)[number];
  readonly values: readonly { readonly version: Version; readonly value: string | null }[];
}

/** Fields of one node that its lists give differently: a contradiction, not a note. */
export function differences(named: readonly NamedIn[]): readonly Difference[] {
  return compared.flatMap((field) => {
    const values = named.map(({ version, node }) => ({ version, value: node[field] }));
    return new Set(values.map(({ value }) => value)).size > 1 ? [{ field, values }] : [];
  });
}

/** Whether the list says of itself that it is all there is. */
export function isWhole({ claim }: Pick<Sighting, 'claim'>): boolean {
  return claim.kind === 'exact';
}

/** States of one node that a sentence names. */
const mostStates = 4;

/** "names it", "does not name it", "not among the 100 it lists; it says there are more". */
export function sightingInWords(sighting: Sighting, words: WordOverrides): string {
  if (sighting.node && sighting.rows > 1) {
    const states = [sighting.node, ...sighting.others].map((node) => inSentence(stateOf(node, words)));
    const listed = [...new Set(states)].slice(0, mostStates);
    return `names it ${formatExact(sighting.rows)} times: ${listed.join(', ')}; the worst is shown`;
  }
  if (sighting.node) return 'names it';
  if (isWhole(sighting)) return `does not name it among its ${formatExact(sighting.listed)}`;
  return `does not name it among the ${formatExact(sighting.listed)} listed; ${reasonOf(sighting.claim)}`;
}

function reasonOf(claim: Claim): string {
  if (claim.kind === 'at-least') return claim.reasons.join('; ');
  return 'regions that nothing names were not asked for';
}
