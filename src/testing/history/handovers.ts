/** Test helper: puts the handovers of two ranges that meet together (docs/understand/history-api.md, part 11). */

import type { Handover, HandoverEvent, HandoverGap } from '#contract/reports/handover.ts';

function joinedGaps(gaps: readonly HandoverGap[]): readonly HandoverGap[] {
  const joined: HandoverGap[] = [];
  for (const gap of gaps) {
    const place = joined.findIndex(
      ({ endpoint, cause, to }) => endpoint === gap.endpoint && cause === gap.cause && to === gap.from,
    );
    const before = joined[place];
    if (!before) joined.push(gap);
    else joined[place] = { ...before, to: gap.to, seconds: rounded(before.seconds + gap.seconds) };
  }
  return joined;
}

/** Rounds seconds to milliseconds, because sums of decimal fractions are not exact. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}

function summed(first: Handover, last: Handover): Readonly<Record<string, number>> {
  const sums: Record<string, number> = { ...first.blindSeconds };
  for (const [endpoint, seconds] of Object.entries(last.blindSeconds))
    sums[endpoint] = rounded((sums[endpoint] ?? 0) + seconds);
  return sums;
}

function joinedEvents(first: Handover, last: Handover): readonly HandoverEvent[] {
  const events = new Map(first.events.map((event) => [event.id, event]));
  for (const event of last.events) {
    const before = events.get(event.id);
    events.set(event.id, before ? { ...event, first: before.first, falls: before.falls + event.falls } : event);
  }
  return [...events.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export type Composed = Omit<Handover, 'hash' | 'knownUntil'>;

/** Returns the content of a handover, without its hash. */
export function contentOf({ hash: _hash, knownUntil: _knownUntil, ...content }: Handover): Composed {
  return content;
}

export function composed(first: Handover, last: Handover): Composed {
  const both = <Row>(rows: (handover: Handover) => readonly Row[]) => [...rows(first), ...rows(last)];
  return {
    deployment: first.deployment,
    from: first.from,
    to: last.to,
    blind: joinedGaps(both(({ blind }) => blind)),
    blindSeconds: summed(first, last),
    open: last.open,
    ended: both(({ ended }) => ended),
    changes: {
      states: both(({ changes }) => changes.states),
      appeared: both(({ changes }) => changes.appeared),
      vanished: both(({ changes }) => changes.vanished),
      returned: both(({ changes }) => changes.returned),
      moved: both(({ changes }) => changes.moved),
      capacity: both(({ changes }) => changes.capacity),
      words: both(({ changes }) => changes.words),
      contradictions: both(({ changes }) => changes.contradictions),
    },
    events: joinedEvents(first, last),
    notes: both(({ notes }) => notes),
  };
}
