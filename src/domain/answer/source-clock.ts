/**
 * Follows how a service's own time (`updated_at`) moves over the polls of its status document. The API
 * document does not say when it moves (docs/understand/freshness.md). Its past behaviour decides the meaning
 * of a stop.
 */

import { parseTimestamp } from '#contract/forms.ts';
import type { StatusDocument } from '#contract/resources.ts';

export interface SourceClock {
  /** Newest readable `updated_at`, in epoch milliseconds of the service's clock; `null` if there was none. */
  readonly time: number | null;
  /**
   * When the poll arrived that moved `updated_at` to `time`, or else the first poll. Epoch milliseconds of
   * our clock.
   */
  readonly since: number;
  readonly latest: number | null;
  readonly hasMoved: boolean;
  /**
   * Number of successive moves of `updated_at` while all states stayed the same. A rest of 5 minutes resets
   * it.
   */
  readonly beats: number;
  /**
   * When `updated_at` went back behind `latest`, in epoch milliseconds of our clock; `null` while it is not
   * behind.
   */
  readonly behindSince: number | null;
  /** Number of times that `updated_at` moved forward since it last went back. */
  readonly steps: number;
  /** Total milliseconds by which our own clock had jumped ahead by the time of this poll. */
  readonly skipped: number;
}

export interface ClockReading {
  readonly value: StatusDocument;
  readonly receivedAt: number;
  readonly source?: SourceClock;
}

/** Milliseconds without a move after which `updated_at` counts as unchanged. */
const still = 5 * 60_000;
/** Minimum number of moves with unchanged states after which `updated_at` is expected to move regularly. */
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

/**
 * Excludes a jump of our clock (sleep, or a clock that was set) from the time in which `updated_at` stood
 * still.
 */
function afterJump(clock: SourceClock, skipped: number): SourceClock {
  const jump = skipped - clock.skipped;
  if (jump === 0) return clock;
  const behindSince = clock.behindSince === null ? null : clock.behindSince + jump;
  return { ...clock, since: clock.since + jump, behindSince, skipped };
}

/**
 * Returns the source clock after a poll that arrived at `at`.
 * @param skipped - as in {@link SourceClock}
 */
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
  // A poll without a time is no evidence: it ends neither a standstill nor a step back.
  if (time === null || time === before.time) return before;
  if (before.time === null) return { ...before, time, latest: time };
  if (time < before.time)
    return { ...before, time, since: at, beats: 0, behindSince: before.behindSince ?? at, steps: 0 };
  const steps = before.steps + 1;
  // A corrected clock moves on from its new time. Two alternating sources never move forward twice in
  // succession.
  const isBehind = before.behindSince !== null && time <= (before.latest ?? time) && steps < 2;
  // A move after a long standstill disproves that the source moves regularly.
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

/**
 * Returns since when the service's data do not move any more, in epoch milliseconds; `null` if nothing
 * indicates that.
 */
export function frozenSince({ source, receivedAt }: Omit<ClockReading, 'value'>): number | null {
  if (!source) return null;
  const stopped = source.beats >= habit && receivedAt - source.since >= still;
  return source.behindSince ?? (stopped ? source.since : null);
}

/** Returns when `updated_at` last moved, if that is at least 5 minutes ago; `null` otherwise. */
export function unchangedSince({ source, receivedAt }: Omit<ClockReading, 'value'>): number | null {
  return source && receivedAt - source.since >= still ? source.since : null;
}

/**
 * Decides how far a fresh response can be trusted. If `updated_at` never moved, the response may be a copy of
 * any age: `assumed`.
 */
export function trustOf(reading: Omit<ClockReading, 'value'>): Trust {
  if (frozenSince(reading) !== null) return 'frozen';
  return unchangedSince(reading) !== null && !reading.source?.hasMoved ? 'assumed' : 'proven';
}

export function trustOfAll(feeds: readonly { readonly answer: Omit<ClockReading, 'value'> | null }[]): Trust {
  const all = feeds.map(({ answer }) => answer && trustOf(answer));
  return all.find((trust) => trust === 'frozen') ?? all.find((trust) => trust === 'assumed') ?? 'proven';
}
