/** Adds to a verdict that some of the other endpoints fail, or that none is offered. */

import { plain } from '../sentences/clause.ts';
import type { Verdict } from './verdict.ts';

export interface Reach {
  readonly isNothing: boolean;
  /** Names of the endpoints that fail: the last segment of their paths, for example `nodes`. */
  readonly unread: readonly string[];
}

/**
 * Adds the state of the other endpoints to a verdict. If no endpoint is offered, the verdict reports a
 * failure.
 */
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
  // Without a fresh status document, the caveat already reports that everything is unknown.
  return verdict.freshness === 'fresh' ? { ...verdict, unread } : verdict;
}
