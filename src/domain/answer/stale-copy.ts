import { formatDuration } from '../text/format.ts';
import type { Answer } from './answer.ts';
import { isStatus } from './freshness.ts';
import { grace } from './poll.ts';

/** "A cache between us and the service returned a copy that is 9 min old."; `null` for any other response. */
export function staleCopyNote(answer: Answer<unknown>): string | null {
  const { ageSeconds, lastGood, lifetime } = answer;
  // Our host polls for several viewers: the status that it serves may be P old.
  const least = isStatus(answer) ? -grace : 0;
  if (lastGood || lifetime.leftMilliseconds > least) return null;
  const copy = ageSeconds > 0 ? `a copy that is ${formatDuration(1000 * ageSeconds)} old` : 'a stale copy';
  return `A cache between us and the service returned ${copy}.`;
}
