/** What is known of a deployment besides its answers, put into its verdict by what is loaded later than the first one. */

import { useSyncExternalStore } from 'react';
import type { Verdict } from '../domain/verdict.ts';

type Amendment = (verdict: Verdict) => Verdict;

/** Each kind of knowledge amends by itself. */
const kinds = new Map<string, Map<string, Amendment>>();
const amendments = new Map<string, Amendment>();
const listeners = new Set<() => void>();
const none: Amendment = (verdict) => verdict;

export function amendmentOf(slug: string): Amendment {
  return amendments.get(slug) ?? none;
}

export function amendVerdicts(slug: string, kind: 'roster' | 'reach', amendment: Amendment): void {
  const known = new Map(kinds.get(slug)).set(kind, amendment);
  kinds.set(slug, known);
  amendments.set(slug, (verdict) => [...known.values()].reduce((amended, amend) => amend(amended), verdict));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAmendment(slug: string): Amendment {
  return useSyncExternalStore(subscribe, () => amendmentOf(slug));
}
