/** Sentences in parts, so that text sent by the deployment is marked as such. */

import type { Claim } from '../lists/claim.ts';
import { inSentence, isOwnWord, type State } from '../severity/classify.ts';

/** A part of a sentence. */
export interface Clause {
  readonly text: string;
  /** Text as the deployment sent it. */
  readonly sent?: boolean;
  /** Bold, for figures and names. */
  readonly strong?: boolean;
  /** Claim of a count. */
  readonly claim?: Claim;
}

export const plain = (text: string): Clause => ({ text });
export const sent = (text: string): Clause => ({ text, sent: true });

/** A state inside a sentence. */
export function stateClause(state: State): Clause {
  return { text: inSentence(state), sent: isOwnWord(state) };
}

/** Removes the full stop at the end. */
export function withoutStop(clauses: readonly Clause[]): readonly Clause[] {
  const last = clauses.at(-1);
  if (!last || last.sent || !last.text.endsWith('.')) return clauses;
  const text = last.text.slice(0, -1);
  return [...clauses.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])];
}

/** The sentence as plain text. */
export function textOf(clauses: readonly Clause[]): string {
  return clauses.map(({ text }) => text).join('');
}
