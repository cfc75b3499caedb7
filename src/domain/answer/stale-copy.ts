/** Stored copies past their lifetime, in words. */

import { formatDuration } from '../text/format.ts';
import type { Answer } from './answer.ts';
import { isStatus } from './freshness.ts';

/** "A cache between us and the service returned a copy that is 9 min old."; `null` for any other response. */
export function staleCopyNote(answer: Answer<unknown>): string | null {
  const { ageSeconds, lastGood, lifetime } = answer;
  if (lastGood || isStatus(answer) || lifetime.leftMilliseconds > 0) return null;
  const copy = ageSeconds > 0 ? `a copy that is ${formatDuration(1000 * ageSeconds)} old` : 'a stale copy';
  return `A cache between us and the service returned ${copy}.`;
}
