/** The polls of one endpoint: its coverage, and the state that the next poll is compared with. */

import {
  type Attempt,
  type Coverage,
  type CoverageInterval,
  coverageAfter,
  noCoverage,
} from '#domain/history/coverage/coverage.ts';
import type { ClaimKind, LookRow, SightRow } from '../rows.ts';

function intervalOf({
  from,
  to,
  outcome,
  cause,
  detail,
  looks,
  longest,
  complete,
}: SightRow): CoverageInterval {
  return { from, to, outcome, cause, detail, looks, longest, complete };
}

export class EndpointPast {
  sight: Coverage = noCoverage;
  answered: LookRow | null = null;
  /** End of the newest poll, answered or not, in epoch milliseconds. */
  lastAt: number | null = null;
  since: number | null = null;
  /** Request and end of the last complete response. */
  completeSentAt: number | null = null;
  completeAt: number | null = null;
  claim: ClaimKind | null = null;

  after(attempt: Attempt): Coverage {
    const { seen, gap } = this.sight;
    // Before the first request nothing was missed.
    if (attempt.kind === 'interrupted' && !seen && !gap) return this.sight;
    return coverageAfter(this.sight, attempt);
  }

  interrupt(attempt: Extract<Attempt, { kind: 'interrupted' }>): void {
    this.sight = this.after(attempt);
  }

  dropBefore(time: number): void {
    const { closed } = this.sight;
    const kept = closed.findIndex(({ to }) => to === null || to >= time);
    if (kept > 0) this.sight = { ...this.sight, closed: closed.slice(kept) };
  }

  look(row: LookRow): void {
    const { at, vouched, complete, cause } = row;
    this.lastAt = Math.max(this.lastAt ?? at, at);
    if (cause === null) {
      this.answered = row;
      this.since ??= at;
      if (complete) [this.completeSentAt, this.completeAt] = [row.sentAt, at];
    }
    const { seen } = this.sight;
    // At a start, intervals are loaded before their polls.
    if (seen && at <= seen.last) this.sight = { ...this.sight, seen: { ...seen, vouched } };
    else this.sight = coverageAfter(this.sight, attemptOf(row));
  }

  /** Adds a stored interval, unless polls that were loaded before already include it. */
  stretch(row: SightRow): void {
    const { seen, closed } = this.sight;
    if (row.outcome === 'seen') {
      if (seen && row.from <= seen.from) return;
      const { from, to: last, looks, longest, complete } = row;
      this.since ??= from;
      this.lastAt = Math.max(this.lastAt ?? last, last);
      this.sight = {
        closed: seen ? [...closed, closedOf(seen)] : closed,
        seen: { from, last, vouched: 0, looks, longest, complete },
        gap: null,
      };
      return;
    }
    if (seen ? row.from < seen.last : (closed.at(-1)?.to ?? Number.NEGATIVE_INFINITY) >= row.to) return;
    this.sight = {
      closed: [...closed, ...(seen ? [closedOf(seen)] : []), intervalOf(row)],
      seen: null,
      gap: null,
    };
  }
}

function closedOf({ from, last, looks, longest, complete }: NonNullable<Coverage['seen']>): CoverageInterval {
  return { from, to: last, outcome: 'seen', cause: null, detail: null, looks, longest, complete };
}

export function attemptOf({ at, vouched, complete, cause, detail }: LookRow): Attempt {
  return cause === null ? { kind: 'answered', at, vouched, complete } : { kind: 'failed', at, cause, detail };
}
