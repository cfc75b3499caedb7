/** The polls of one endpoint in memory: its coverage, and the state with which the next poll is compared. */

import {
  type Attempt,
  type Coverage,
  type CoverageInterval,
  coverageAfter,
  noCoverage,
} from '#domain/history/coverage/coverage.ts';
import type { ClaimKind, CoverageRow, PollRow } from '../rows.ts';

function intervalOf({
  from,
  to,
  outcome,
  cause,
  detail,
  looks: polls,
  longest,
  complete,
}: CoverageRow): CoverageInterval {
  return { from, to, outcome, cause, detail, looks: polls, longest, complete };
}

export class EndpointPast {
  coverage: Coverage = noCoverage;
  lastAnswered: PollRow | null = null;
  /** End of the newest poll, answered or not, in epoch milliseconds; `null` before the first poll. */
  lastAt: number | null = null;
  since: number | null = null;
  /**
   * When the last complete response was requested, in epoch milliseconds; `null` without one. `completeAt` is
   * when it arrived.
   */
  completeSentAt: number | null = null;
  completeAt: number | null = null;
  claim: ClaimKind | null = null;

  after(attempt: Attempt): Coverage {
    const { seen, gap } = this.coverage;
    // Before the first poll nothing was missed.
    if (attempt.kind === 'interrupted' && !seen && !gap) return this.coverage;
    return coverageAfter(this.coverage, attempt);
  }

  interrupt(attempt: Extract<Attempt, { kind: 'interrupted' }>): void {
    this.coverage = this.after(attempt);
  }

  dropBefore(time: number): void {
    const { closed } = this.coverage;
    const stored = closed.findIndex(({ to }) => to === null || to >= time);
    if (stored > 0) this.coverage = { ...this.coverage, closed: closed.slice(stored) };
  }

  addPoll(row: PollRow): void {
    const { at, vouched: validMilliseconds, complete, cause } = row;
    this.lastAt = Math.max(this.lastAt ?? at, at);
    if (cause === null) {
      this.lastAnswered = row;
      this.since ??= at;
      if (complete) [this.completeSentAt, this.completeAt] = [row.sentAt, at];
    }
    const { seen } = this.coverage;
    // When a file is loaded, intervals come before their polls.
    if (seen && at <= seen.last) this.coverage = { ...this.coverage, seen: { ...seen, validMilliseconds } };
    else this.coverage = coverageAfter(this.coverage, attemptOf(row));
  }

  /** Adds a stored coverage interval, unless the rows that were added before already cover it. */
  addInterval(row: CoverageRow): void {
    const { seen, closed } = this.coverage;
    if (row.outcome === 'seen') {
      if (seen && row.from <= seen.from) return;
      const { from, to: last, looks: polls, longest, complete } = row;
      this.since ??= from;
      this.lastAt = Math.max(this.lastAt ?? last, last);
      this.coverage = {
        closed: seen ? [...closed, closedOf(seen)] : closed,
        seen: { from, last, validMilliseconds: 0, looks: polls, longest, complete },
        gap: null,
      };
      return;
    }
    if (seen ? row.from < seen.last : (closed.at(-1)?.to ?? Number.NEGATIVE_INFINITY) >= row.to) return;
    this.coverage = {
      closed: [...closed, ...(seen ? [closedOf(seen)] : []), intervalOf(row)],
      seen: null,
      gap: null,
    };
  }
}

function closedOf({
  from,
  last,
  looks: polls,
  longest,
  complete,
}: NonNullable<Coverage['seen']>): CoverageInterval {
  return { from, to: last, outcome: 'seen', cause: null, detail: null, looks: polls, longest, complete };
}

export function attemptOf({ at, vouched: validMilliseconds, complete, cause, detail }: PollRow): Attempt {
  return cause === null
    ? { kind: 'answered', at, validMilliseconds, complete }
    : { kind: 'failed', at, cause, detail };
}
