import { formatClock, formatDuration } from '../text/format.ts';
import type { Answer, ResponseHeaders } from './answer.ts';
import { elapsedSince } from './clocks.ts';
import { isStatus } from './freshness.ts';
import { ageOf, grace, isCalledStale } from './poll.ts';
import { frozenSince, trustOf, unchangedSince } from './source-clock.ts';
import { ageOfCache } from './stamps.ts';

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

/**
 * Describes a stale response; `null` for any other response. A cache is named only on evidence: "A cache between us and
 * the service returned a copy that is 9 min old." Otherwise "The service sends a status document that is 9 min old."
 */
export function staleCopyNote(answer: Answer<unknown>): string | null {
  const { ageSeconds, headers, lastGood, lifetime } = answer;
  // Our host polls for several viewers: its status response may be one poll period old.
  const least = isStatus(answer) ? -grace : 0;
  if (lastGood || !lifetime.uncacheable || lifetime.leftMilliseconds > least) return null;
  if (isMarkedByService(answer)) return serviceNote(answer);
  // `Date` alone cannot tell a stored copy from a service whose clock is behind.
  if (!showsCache(headers)) return null;
  const copy = ageSeconds > 0 ? `a copy that is ${formatDuration(1000 * ageSeconds)} old` : 'a stale copy';
  return `A cache between us and the service returned ${copy}.`;
}

function showsCache(headers: ResponseHeaders): boolean {
  const { via, warning, xCache } = headers;
  return [ageOfCache(headers), via, warning, xCache].some((header) => header !== null);
}

/**
 * Whether the service itself marks its response as stale, as `edgewatch serve --service` does with an imported status
 * document. A cache that does so shows itself, or its copy is older than the lifetime. Only the service dates a response
 * (`Date`) by the document's own time.
 */
function isMarkedByService({ ageSeconds, headers, lifetime, servedAt, source }: Answer<unknown>): boolean {
  const { via, warning, xCache } = headers;
  const isNamed = via !== null || xCache !== null;
  // Only a cache revalidates (RFC 7234 section 5.5.2).
  if (isNamed || !isCalledStale(headers) || warning?.includes('111 ')) return false;
  const isOld = 1000 * ageSeconds > lifetime.fullMilliseconds + grace;
  if (!isOld && ageOf({ age: ageOfCache(headers) }) === 0) return true;
  const documentTime = source?.time ?? null;
  return documentTime !== null && servedAt === 1000 * Math.floor(documentTime / 1000);
}

function serviceNote(answer: Answer<unknown>): string {
  const { receivedAt, skew, source } = answer;
  const what = isStatus(answer) ? 'status document' : 'list';
  const documentAge = source?.time == null ? 0 : elapsedSince(source.time, skew, receivedAt);
  return documentAge >= 1000
    ? `The service sends a ${what} that is ${formatDuration(documentAge)} old.`
    : `The service marks its ${what} as stale.`;
}
