/** Debounces the severity by which deployments are sorted: a change counts after two status polls. */

import type { Feed } from '../answer/answer.ts';
import { type Severity, severityRank } from '../severity/severity.ts';

/**
 * Returns when the status was last polled, in epoch milliseconds. While polls fail, only one attempt per poll
 * period counts: quick retries are not polls.
 * @param pollMilliseconds - poll period
 */
export function statusReadingAt({ answer, failure }: Feed<unknown>, pollMilliseconds: number): number {
  if (!failure) return answer?.receivedAt ?? 0;
  const polls = Math.floor((failure.at - failure.since) / pollMilliseconds);
  return Math.max(answer?.receivedAt ?? 0, failure.since + polls * pollMilliseconds);
}

export interface DebouncedSeverity {
  readonly severity: Severity;
  /** Severity at the latest poll, not debounced. */
  readonly latest: Severity;
  /** When the latest poll took place, in epoch milliseconds. An equal time means the same poll. */
  readonly at: number;
}

/** Returns the debounced severity after a poll. The first poll counts at once. */
export function debounceSeverity(
  before: DebouncedSeverity | undefined,
  severity: Severity,
  at: number,
): DebouncedSeverity {
  if (!before) return { severity, latest: severity, at };
  if (at <= before.at) return before;
  const rank = (each: Severity) => severityRank[each] - severityRank[before.severity];
  const [earlier, now] = [rank(before.latest), rank(severity)];
  if (earlier === 0 && now === 0) return { severity, latest: severity, at };
  const isSameDirection = Math.sign(earlier) === Math.sign(now);
  // Both polls are worse than the debounced severity, or both are better. The severity nearer to it is
  // confirmed by both.
  const debounced = Math.abs(now) <= Math.abs(earlier) ? severity : before.latest;
  return { severity: isSameDirection ? debounced : before.severity, latest: severity, at };
}
