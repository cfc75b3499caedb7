/** The checks that find contradictions, and the result type of a check. */

import type { Contradiction } from './contradictions.ts';

export type Check = Exclude<Contradiction['kind'], 'versions'> | `versions ${'status' | 'region' | 'node'}`;

export function checkOf({ kind, id }: Contradiction): Check {
  if (kind !== 'versions') return kind;
  const resource = (['region', 'node'] as const).find((each) => id.startsWith(`${each} `));
  return `versions ${resource ?? 'status'}`;
}

export interface ContradictionCheck {
  readonly check: Check;
  /** When the newest of the checked responses was confirmed, in epoch milliseconds. */
  readonly at: number;
  readonly found: readonly Contradiction[];
  /**
   * Whether the checked lists are complete. Only a complete check proves that a contradiction does not exist.
   */
  readonly isComplete: boolean;
}
