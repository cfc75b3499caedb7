/** Sentences in which what a deployment sent keeps apart from what we say. */

import type { Claim } from '../lists/claim.ts';
import { inSentence, isOwnWord, type State } from '../severity/classify.ts';

/** A part of a sentence. */
export interface Clause {
  readonly text: string;
  /** As the deployment sent it. */
  readonly sent?: boolean;
  /** Figures and names carry weight. */
  readonly strong?: boolean;
  /** Of a count: how complete it is. */
  readonly claim?: Claim;
}

export const plain = (text: string): Clause => ({ text });
export const sent = (text: string): Clause => ({ text, sent: true });

/** A state within a sentence. */
export function stateClause(state: State): Clause {
  return { text: inSentence(state), sent: isOwnWord(state) };
}

/** The sentence as a part of a line, without its full stop. */
export function withoutStop(clauses: readonly Clause[]): readonly Clause[] {
  const last = clauses.at(-1);
  if (!last || last.sent || !last.text.endsWith('.')) return clauses;
  const text = last.text.slice(0, -1);
  return [...clauses.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])];
}

/** The sentence where there is room for text alone. */
export function textOf(clauses: readonly Clause[]): string {
  return clauses.map(({ text }) => text).join('');
}
