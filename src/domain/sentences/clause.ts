/** Sentences in parts, so that text sent by a deployment is marked as such when it is shown. */

import type { Claim } from '../lists/claim.ts';
import { inSentence, isOwnWord, type State } from '../severity/classify.ts';

export interface Clause {
  readonly text: string;
  /** Whether the text comes from the deployment and is shown as sent. */
  readonly sent?: boolean;
  readonly strong?: boolean;
  readonly claim?: Claim;
}

export const plain = (text: string): Clause => ({ text });
export const sent = (text: string): Clause => ({ text, sent: true });

export function stateClause(state: State): Clause {
  return { text: inSentence(state), sent: isOwnWord(state) };
}

export function withoutStop(clauses: readonly Clause[]): readonly Clause[] {
  const last = clauses.at(-1);
  if (!last || last.sent || !last.text.endsWith('.')) return clauses;
  const text = last.text.slice(0, -1);
  return [...clauses.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])];
}

export function textOf(clauses: readonly Clause[]): string {
  return clauses.map(({ text }) => text).join('');
}
