/** The verdict has no memory; the order of deployments follows it once it has stood through two status readings. */

import type { Feed } from '../answer/answer.ts';
import { type Severity, severityRank } from '../severity/severity.ts';

/**
 * When a status was read last, epoch milliseconds; while it fails, once every poll: quick tries again are no readings.
 *
 * @param pollMilliseconds - P.
 */
export function statusReadingAt({ answer, failure }: Feed<unknown>, pollMilliseconds: number): number {
  if (!failure) return answer?.receivedAt ?? 0;
  const polls = Math.floor((failure.at - failure.since) / pollMilliseconds);
  return Math.max(answer?.receivedAt ?? 0, failure.since + polls * pollMilliseconds);
}

export interface DebouncedSeverity {
  /** What deployments are ordered by. */
  readonly severity: Severity;
  /** What the latest reading said. */
  readonly latest: Severity;
  /** Epoch milliseconds of that reading: the same time is the same reading. */
  readonly at: number;
}

/** Takes in what a reading says. The first counts at once: before it there was no order. */
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
  const holds = Math.sign(earlier) === Math.sign(now);
  // Of two readings on the same side the nearer is what both have said.
  const debounced = Math.abs(now) <= Math.abs(earlier) ? severity : before.latest;
  return { severity: holds ? debounced : before.severity, latest: severity, at };
}
