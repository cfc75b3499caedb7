/**
 * Computes for how long one subject was good, bad, unknown or not observed in a range, how much of that lies in
 * planned work, and its outages. Times are whole milliseconds that add up to the range.
 */

import { type Severity, severityRank, worst } from '#domain/severity/severity.ts';
import { type Piece, type Shares, sharesOf, type Window } from '../spans/shares.ts';

/** State of a subject. It lasts until the next state begins. */
export interface RecordedState {
  readonly from: number;
  /** `null` while no response confirms a state. */
  readonly severity: Severity | null;
}

/**
 * A time in which the subject was bad at every poll. A gap in coverage does not end it: nobody saw the subject in
 * another state. If a subject changes too often, the record has the worst state of each quarter hour only.
 */
export interface Outage {
  readonly from: number;
  /** When the subject was first seen in another state, or last seen bad before a gap; `null` while it is bad. */
  readonly to: number | null;
  /** Observed milliseconds of the outage in the range; 0 if only an isolated poll showed it. */
  readonly bad: number;
  /** The part of `bad` in planned work. */
  readonly planned: number;
  /** Milliseconds of the outage in the range that were not observed. */
  readonly unobserved: number;
  readonly worst: Severity;
}

export interface SubjectReport {
  readonly times: Shares;
  /** The part of `times` in planned work. */
  readonly planned: Shares;
  /** In order of time. Their `bad` times add up to that of `times`. */
  readonly outages: readonly Outage[];
}

/**
 * Returns the observed states of a subject, in order of time.
 * @param states - in order of time.
 * @param coverage - covered times in order of their start. An isolated poll has no length.
 */
export function observedPieces(
  states: readonly RecordedState[],
  coverage: readonly Window[],
): readonly Piece[] {
  const pieces: Piece[] = [];
  let next = 0;
  let coveredUntil = Number.NEGATIVE_INFINITY;
  for (const { from, to } of coverage) {
    // An isolated poll of one API version may lie in covered time of the other.
    if (from < coveredUntil) continue;
    coveredUntil = to;
    let at = from;
    do {
      while ((states[next]?.from ?? Number.POSITIVE_INFINITY) <= at) next += 1;
      const end = Math.min(to, states[next]?.from ?? to);
      const severity = states[next - 1]?.severity ?? null;
      if (severity !== null) pieces.push({ from: at, to: end, severity });
      at = end;
    } while (at < to);
    // The last poll of covered time may show another state, which is then known for an instant only.
    const last = states[next];
    if (from < to && last?.from === to && last.severity !== null)
      pieces.push({ from: to, to, severity: last.severity });
  }
  return pieces;
}

/** Merges windows and cuts them to a range. The result is in order of time, and no two windows touch. */
export function unitedWindows(windows: readonly Window[], range: Window): readonly Window[] {
  const united: Window[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const [from, to] = [Math.max(range.from, window.from), Math.min(range.to, window.to)];
    const last = united.at(-1);
    if (from >= to) continue;
    if (last && from <= last.to) united[united.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else united.push({ from, to });
  }
  return united;
}

/** Returns the parts of pieces that lie in windows. Both are in order of time, and neither overlap. */
function within(pieces: readonly Piece[], windows: readonly Window[]): readonly Piece[] {
  const parts: Piece[] = [];
  let place = 0;
  for (const piece of pieces) {
    while ((windows[place]?.to ?? Number.POSITIVE_INFINITY) <= piece.from) place += 1;
    for (let index = place; index < windows.length; index += 1) {
      const window = windows[index];
      if (!window || window.from >= piece.to) break;
      const [from, to] = [Math.max(piece.from, window.from), Math.min(piece.to, window.to)];
      if (from < to) parts.push({ ...piece, from, to });
    }
  }
  return parts;
}

export function lengthOf(windows: readonly Window[]): number {
  return windows.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Returns the times of each state in windows that do not overlap. */
export function timesIn(windows: readonly Window[], pieces: readonly Piece[]): Shares {
  return sharesOf({ from: 0, to: lengthOf(windows) }, within(pieces, windows));
}

interface BadTime {
  readonly pieces: Piece[];
  isOver: boolean;
}

function badTimes(pieces: readonly Piece[]): readonly BadTime[] {
  const found: BadTime[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    const isBad = piece.severity !== null && severityRank[piece.severity] > severityRank.unknown;
    if (!isBad) {
      if (last) last.isOver = true;
    } else if (last && !last.isOver) last.pieces.push(piece);
    else found.push({ pieces: [piece], isOver: false });
  }
  return found;
}

function outageIn(range: Window, { pieces, isOver }: BadTime, planned: readonly Window[]): Outage | null {
  // An isolated poll counts as one millisecond: it belongs to the range in which it lies.
  const inRange = pieces.filter(({ from, to }) => from < range.to && Math.max(to, from + 1) > range.from);
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (inRange.length === 0 || !first || !last) return null;
  const bad = lengthOf(within(pieces, [range]));
  const end = isOver ? Math.min(range.to, last.to) : range.to;
  return {
    from: first.from,
    to: isOver ? last.to : null,
    bad,
    planned: lengthOf(within(pieces, planned)),
    unobserved: end - Math.max(range.from, first.from) - bad,
    worst: worst(inRange.flatMap(({ severity }) => severity ?? [])),
  };
}

/**
 * Computes the report of one subject.
 * @param pieces - observed states of the subject in order of time, also before and after the range.
 * @param planned - planned work in the range, as `unitedWindows` returns it.
 */
export function subjectReport(
  range: Window,
  pieces: readonly Piece[],
  planned: readonly Window[],
): SubjectReport {
  return {
    times: timesIn([range], pieces),
    planned: timesIn(planned, pieces),
    outages: badTimes(pieces).flatMap((each) => outageIn(range, each, planned) ?? []),
  };
}

/** Returns the outage with the longest observed time, the first of several; `null` without outages. */
export function longestOutage<T extends Pick<Outage, 'bad'>>(outages: readonly T[]): T | null {
  return outages.reduce<T | null>((most, each) => (most && most.bad >= each.bad ? most : each), null);
}

/** Returns the outages with the longest observed times, in their order. */
export function longestOutages<T extends Pick<Outage, 'bad'>>(
  outages: readonly T[],
  most: number,
): readonly T[] {
  if (outages.length <= most) return outages;
  const longest = new Set(outages.toSorted((a, b) => b.bad - a.bad).slice(0, most));
  return outages.filter((each) => longest.has(each));
}
