/** Compares the rows of one node id in the node lists of both API versions. */

import type { Version } from '#contract/endpoints.ts';
import type { Node } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { classify, compareStates, inSentence, stateOf, type WordOverrides } from '#domain/severity/classify.ts';
import { formatExact } from '#domain/text/format.ts';

export interface NodeInList {
  readonly version: Version;
  readonly path: string;
  /** Row in the worst state among the rows with the id; `null` if no row has it. */
  readonly node: Node | null;
  readonly others: readonly Node[];
  /** Number of rows with the id. */
  readonly rows: number;
  readonly listed: number;
  readonly claim: Claim;
}

export interface ListedNode extends NodeInList {
  readonly node: Node;
}

/** Returns the lists that contain the node: the worse state first, then the preferred version. */
export function listsWithNode(entries: readonly NodeInList[], words: WordOverrides): readonly ListedNode[] {
  return entries
    .flatMap((entry) => (entry.node === null ? [] : [{ ...entry, node: entry.node }]))
    .toSorted((a, b) => compareStates(classify(a.node.status, words), classify(b.node.status, words)));
}

const compared = ['status', 'pop', 'capacity', 'created_at'] as const;

export interface Difference {
  readonly field: (typeof compared)[number];
  readonly values: readonly { readonly version: Version; readonly value: string | null }[];
}

/**
 * Returns the fields in which the rows of one node differ between lists. The page shows them as
 * contradictions.
 */
export function differences(listed: readonly ListedNode[]): readonly Difference[] {
  return compared.flatMap((field) => {
    const values = listed.map(({ version, node }) => ({ version, value: node[field] }));
    return new Set(values.map(({ value }) => value)).size > 1 ? [{ field, values }] : [];
  });
}

export function isComplete({ claim }: Pick<NodeInList, 'claim'>): boolean {
  return claim.kind === 'exact';
}

/** Maximum number of status words in one sentence. */
const mostStates = 4;

/** States what a list says about a node, such as "names it" or "does not name it among its 34". */
export function statementInWords(entry: NodeInList, words: WordOverrides): string {
  if (entry.node && entry.rows > 1) {
    const states = [entry.node, ...entry.others].map((node) => inSentence(stateOf(node, words)));
    const listed = [...new Set(states)].slice(0, mostStates);
    return `names it ${formatExact(entry.rows)} times: ${listed.join(', ')}; the worst is shown`;
  }
  if (entry.node) return 'names it';
  if (isComplete(entry)) return `does not name it among its ${formatExact(entry.listed)}`;
  return `does not name it among the ${formatExact(entry.listed)} listed; ${reasonOf(entry.claim)}`;
}

function reasonOf(claim: Claim): string {
  if (claim.kind === 'at-least') return claim.reasons.join('; ');
  return 'unnamed regions were not requested';
}
