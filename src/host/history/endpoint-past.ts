/** What the looks at one endpoint came to: our sight of it, and what the next look is held against. */

import { type Attempt, noSight, type Sight, type Stretch, sightAfter } from '#domain/history/sight.ts';
import type { ClaimKind, LookRow, SightRow } from './rows.ts';

function stretchOf({ from, to, outcome, cause, detail, looks, longest, complete }: SightRow): Stretch {
  return { from, to, outcome, cause, detail, looks, longest, complete };
}

export class EndpointPast {
  sight: Sight = noSight;
  /** The newest answered look. */
  answered: LookRow | null = null;
  /** When the newest look ended, whatever came of it; epoch milliseconds. */
  lastAt: number | null = null;
  /** When the first answered look was whole. */
  since: number | null = null;
  /** When the last complete answer was asked for, and when it was whole. */
  completeSentAt: number | null = null;
  completeAt: number | null = null;
  claim: ClaimKind | null = null;

  /** What one more attempt would make of our sight. */
  after(attempt: Attempt): Sight {
    const { seen, gap } = this.sight;
    // Before anything was asked of it nothing was missed.
    if (attempt.kind === 'interrupted' && !seen && !gap) return this.sight;
    return sightAfter(this.sight, attempt);
  }

  interrupt(attempt: Extract<Attempt, { kind: 'interrupted' }>): void {
    this.sight = this.after(attempt);
  }

  /** Drops stretches that ended before a time. */
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
    // Its stretch was told before it: what is read at a start.
    if (seen && at <= seen.last) this.sight = { ...this.sight, seen: { ...seen, vouched } };
    else this.sight = sightAfter(this.sight, attemptOf(row));
  }

  /** A stretch as it is kept. Those that follow from looks that were told before say nothing new. */
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
      closed: [...closed, ...(seen ? [closedOf(seen)] : []), stretchOf(row)],
      seen: null,
      gap: null,
    };
  }
}

function closedOf({ from, last, looks, longest, complete }: NonNullable<Sight['seen']>): Stretch {
  return { from, to: last, outcome: 'seen', cause: null, detail: null, looks, longest, complete };
}

export function attemptOf({ at, vouched, complete, cause, detail }: LookRow): Attempt {
  return cause === null ? { kind: 'answered', at, vouched, complete } : { kind: 'failed', at, cause, detail };
}
