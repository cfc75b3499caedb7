/**
 * What a service's own time (`updated_at`) did over the readings of its status document. The API document does not say
 * what moves it (docs/understand/freshness.md): what it was seen to do decides what its standing still means.
 */

import { parseTimestamp } from '#contract/forms.ts';
import type { StatusDocument } from '#contract/resources.ts';

export interface SourceClock {
  /** The newest `updated_at` that could be read, epoch milliseconds by the service's clock; `null` where none could. */
  readonly time: number | null;
  /** Receipt of the reading that moved it to `time`, of the first one where none did; epoch milliseconds of our clock. */
  readonly since: number;
  /** The latest `time` so far. */
  readonly latest: number | null;
  readonly hasMoved: boolean;
  /** Moves in a row, none long after the one before, while every state stood still. */
  readonly beats: number;
  /** Since when it stands behind `latest`; `null` while it does not. */
  readonly behindSince: number | null;
  /** Moves since it last went back. */
  readonly steps: number;
  /** Milliseconds by which our own clock had jumped ahead at this reading, since the page started. */
  readonly skipped: number;
}

/** A reading with the clock as it was then. */
export interface ClockReading {
  readonly value: StatusDocument;
  readonly receivedAt: number;
  readonly source?: SourceClock;
}

/** Milliseconds without a move after which that is said. */
const still = 5 * 60_000;
/** Moves while all states stood still that make a habit. */
const habit = 2;

function haveSameStates(a: StatusDocument, b: StatusDocument): boolean {
  return (
    a.status === b.status &&
    a.components.length === b.components.length &&
    a.components.every(({ name, status }, index) => {
      const other = b.components[index];
      return other !== undefined && other.name === name && other.status === status;
    })
  );
}

/** Time over which our clock jumped, in a sleep or because it was set, is no time in which a source stood still. */
function afterJump(clock: SourceClock, skipped: number): SourceClock {
  const jump = skipped - clock.skipped;
  if (jump === 0) return clock;
  const behindSince = clock.behindSince === null ? null : clock.behindSince + jump;
  return { ...clock, since: clock.since + jump, behindSince, skipped };
}

/** The clock after one more reading, received at `at`; `skipped` as in {@link SourceClock}. */
export function clockAfter(
  earlier: ClockReading | null | undefined,
  document: StatusDocument,
  at: number,
  skipped = 0,
): SourceClock {
  const time = document.updated_at === null ? null : parseTimestamp(document.updated_at);
  if (!earlier?.source)
    return { time, since: at, latest: time, hasMoved: false, beats: 0, behindSince: null, steps: 0, skipped };
  const rested = earlier.receivedAt - earlier.source.since;
  const before = afterJump(earlier.source, skipped);
  // What states no time says nothing of it: neither a rest nor a step back ends with such a reading.
  if (time === null || time === before.time) return before;
  if (before.time === null) return { ...before, time, latest: time };
  if (time < before.time)
    return { ...before, time, since: at, beats: 0, behindSince: before.behindSince ?? at, steps: 0 };
  const steps = before.steps + 1;
  // A clock that was set right goes on from there; two sources in turns never move twice.
  const isBehind = before.behindSince !== null && time <= (before.latest ?? time) && steps < 2;
  // A move after a long rest disproves the habit.
  const earlierBeats = rested >= still ? 0 : before.beats;
  return {
    time,
    since: at,
    latest: isBehind ? before.latest : time,
    hasMoved: true,
    beats: haveSameStates(earlier.value, document) ? earlierBeats + 1 : earlierBeats,
    behindSince: isBehind ? before.behindSince : null,
    steps,
    skipped,
  };
}

export type Trust = 'proven' | 'assumed' | 'frozen';

/** Since when a source no longer tells the time, epoch milliseconds; `null` while nothing speaks for that. */
export function frozenSince({ source, receivedAt }: Omit<ClockReading, 'value'>): number | null {
  if (!source) return null;
  const stopped = source.beats >= habit && receivedAt - source.since >= still;
  return source.behindSince ?? (stopped ? source.since : null);
}

/** Since when a service's own time has not moved, where that is long; `null` otherwise. */
export function unchangedSince({ source, receivedAt }: Omit<ClockReading, 'value'>): number | null {
  return source && receivedAt - source.since >= still ? source.since : null;
}

/** What a fresh answer is worth: one whose own time was never seen to move may be a picture of long ago. */
export function trustOf(reading: Omit<ClockReading, 'value'>): Trust {
  if (frozenSince(reading) !== null) return 'frozen';
  return unchangedSince(reading) !== null && !reading.source?.hasMoved ? 'assumed' : 'proven';
}

/** The least that the answers of several feeds are worth. */
export function trustOfAll(feeds: readonly { readonly answer: Omit<ClockReading, 'value'> | null }[]): Trust {
  const all = feeds.map(({ answer }) => answer && trustOf(answer));
  return all.find((trust) => trust === 'frozen') ?? all.find((trust) => trust === 'assumed') ?? 'proven';
}
