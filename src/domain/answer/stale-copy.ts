import { formatDuration } from '../text/format.ts';
import type { Answer, ResponseHeaders } from './answer.ts';
import { isStatus } from './freshness.ts';
import { grace } from './poll.ts';

/**
 * Describes a stale copy: "A cache between us and the service returned a copy that is 9 min old."; `null` for
 * any other response.
 */
export function staleCopyNote(answer: Answer<unknown>): string | null {
  const { ageSeconds, headers, lastGood, lifetime } = answer;
  // Our host polls for several viewers: its status response may be one poll period old.
  const least = isStatus(answer) ? -grace : 0;
  if (lastGood || !lifetime.uncacheable || lifetime.leftMilliseconds > least) return null;
  // `Date` alone cannot tell a stored copy from a service whose clock is behind.
  if (!showsCache(headers)) return null;
  const copy = ageSeconds > 0 ? `a copy that is ${formatDuration(1000 * ageSeconds)} old` : 'a stale copy';
  return `A cache between us and the service returned ${copy}.`;
}

function showsCache({ age, served, upstreamAge, via, warning, xCache }: ResponseHeaders): boolean {
  const stated = served === null ? age : upstreamAge;
  return [stated, via, warning, xCache].some((header) => header !== null);
}
