/** What is known of a deployment besides its answers, put into its verdict by what is loaded later than the first one. */

import { useSyncExternalStore } from 'react';
import type { Verdict } from '../domain/verdict.ts';

type Amendment = (verdict: Verdict) => Verdict;

const amendments = new Map<string, Amendment>();
const listeners = new Set<() => void>();
const none: Amendment = (verdict) => verdict;

export function amendmentOf(slug: string): Amendment {
  return amendments.get(slug) ?? none;
}

export function amendVerdicts(slug: string, amendment: Amendment): void {
  amendments.set(slug, amendment);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAmendment(slug: string): Amendment {
  return useSyncExternalStore(subscribe, () => amendmentOf(slug));
}
