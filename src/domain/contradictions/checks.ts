/** The checks that find contradictions, and the result of one check. */

import type { Contradiction } from './contradictions.ts';

export type Check = Exclude<Contradiction['kind'], 'versions'> | `versions ${'status' | 'region' | 'node'}`;

export function checkOf({ kind, id }: Contradiction): Check {
  if (kind !== 'versions') return kind;
  const resource = (['region', 'node'] as const).find((each) => id.startsWith(`${each} `));
  return `versions ${resource ?? 'status'}`;
}

export interface ContradictionCheck {
  readonly check: Check;
  /** Time of the newest of the responses, epoch milliseconds. */
  readonly at: number;
  readonly found: readonly Contradiction[];
  /** Whether a contradiction that was not found does not exist: a truncated list proves no agreement. */
  readonly isComplete: boolean;
}
