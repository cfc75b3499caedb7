import { formatClock, formatDuration } from '../text/format.ts';
import type { Answer } from './answer.ts';
import { frozenSince, trustOf, unchangedSince } from './source-clock.ts';
import { staleCopyNote } from './stale-copy.ts';

/**
 * Returns sentences about the clocks of a response, most important first. Empty if the clocks agree and move.
 */
export function clockNotes(answer: Answer<unknown>): readonly string[] {
  return [staleCopyNote(answer), sourceNote(answer), skewNote(answer.skew)].filter((note) => note !== null);
}

function sourceNote(answer: Answer<unknown>): string | null {
  const frozen = frozenSince(answer);
  if (frozen !== null) {
    const how = answer.source?.behindSince === null ? 'used to move and stopped' : 'went back';
    return `Source frozen since ${formatClock(frozen)}: its own time ${how}. Good states are not confirmed.`;
  }
  const unchanged = unchangedSince(answer);
  if (unchanged === null) return null;
  const what =
    answer.source?.time === null
      ? 'The service states no readable time of its own'
      : `Service’s own time unchanged since ${formatClock(unchanged)}`;
  return trustOf(answer) === 'assumed' ? `${what}. Good states are assumed.` : `${what}.`;
}

/**
 * Describes a difference of the clocks; `null` if there is none.
 * @param skew - milliseconds by which the service's clock is ahead of ours
 */
function skewNote(skew: number): string | null {
  if (skew === 0) return null;
  const difference = formatDuration(Math.abs(skew));
  const side = skew > 0 ? 'ahead of' : 'behind';
  return `The service’s clock is ${difference} ${side} this screen’s; ages are corrected for it.`;
}
