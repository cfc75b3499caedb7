/** The part of the other endpoints in a verdict: some fail, or none is offered. */

import { plain } from '../sentences/clause.ts';
import type { Verdict } from './verdict.ts';

export interface Reach {
  readonly isNothing: boolean;
  /** Lists that fail, by the last segment of their paths. */
  readonly unread: readonly string[];
}

/** The verdict with the reach. If no endpoint is offered, that is a failure. */
export function withReach(verdict: Verdict, { isNothing, unread }: Reach): Verdict {
  if (isNothing)
    return {
      ...verdict,
      severity: 'unvouched',
      freshness: 'lost',
      headline: plain('Nothing answers'),
      caveat: [
        plain(
          'No endpoint of this API responds here. All ten paths were requested. Check the base URL of the service',
        ),
      ],
    };
  // Without a fresh status document the caveat already reports that everything is unknown.
  return verdict.freshness === 'fresh' ? { ...verdict, unread } : verdict;
}
