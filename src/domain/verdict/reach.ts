/** What a deployment's other endpoints add to the verdict of its status document: that they fail, or that none is there. */

import { plain } from '../text/clause.ts';
import type { Verdict } from './verdict.ts';

export interface Reach {
  /** Every endpoint of the API says that it is not there. */
  readonly isNothing: boolean;
  /** Lists that fail, by the last word of their paths. */
  readonly unread: readonly string[];
}

/** The verdict with that: where nothing answers, that is a failure. */
export function withReach(verdict: Verdict, { isNothing, unread }: Reach): Verdict {
  if (isNothing)
    return {
      ...verdict,
      severity: 'unvouched',
      freshness: 'lost',
      headline: plain('Nothing answers'),
      caveat: [
        plain(
          'Nothing of this API answers here. All ten paths were asked; check that this is the base URL of the service',
        ),
      ],
    };
  // Without a fresh status document everything is unknown, and said to be.
  return verdict.freshness === 'fresh' ? { ...verdict, unread } : verdict;
}
