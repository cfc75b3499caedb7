/**
 * Evaluates the history of one count. A fall is a lower value than before; no difference is computed across a
 * fall (docs/understand/history.md). Times are in epoch milliseconds.
 */

import type { Figure, SeriesPoint, StripEntry } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { subtractIntegers } from '#domain/numbers/arithmetic.ts';
import type { Window } from '../spans/shares.ts';
import { integerOf } from './fall-labels.ts';
import { type Fall, type Seen, spanOf } from './series-lines.ts';
import { hourlyWindow, type RequestedWindow, requestedWindowWithin } from './series-windows.ts';

/** Time without a fall of the count: between two falls, from the first poll, or until the newest poll. */
export interface CountedInterval extends Window {
  readonly first: Figure;
  readonly last: Figure;
  readonly change: Integer;
  readonly isAfterFall: boolean;
}

function changeOf(first: Figure, last: Figure): Integer {
  return subtractIntegers(integerOf(last) ?? 0, integerOf(first) ?? 0);
}

/**
 * Returns the times between falls, in order. Values between several falls within one point are unknown and
 * left out.
 * @param falls - falls in these points, in order
 */
export function intervalsBetween(
  points: readonly SeriesPoint[],
  falls: readonly Fall[],
  now: number,
): readonly CountedInterval[] {
  const known = points.filter(({ first }) => first !== null);
  const [begin, end] = [known[0], known.at(-1)];
  if (!begin || !end || begin.first === null || end.last === null) return [];
  const starts = [
    { from: spanOf(begin).from, first: begin.first, isAfterFall: false },
    ...falls.map(({ to, after }) => ({ from: to, first: after, isAfterFall: true })),
  ];
  const ends = [
    ...falls.map(({ from, before }) => ({ to: from, last: before })),
    { to: Math.min(spanOf(end).to, now), last: end.last },
  ];
  return starts.flatMap((start, place) => {
    const until = ends[place];
    // If the fall is at the first polls, nothing is known before it.
    if (!until || until.to < start.from) return [];
    return [{ ...start, ...until, change: changeOf(start.first, until.last) }];
  });
}

/**
 * Whether each known value is at least the one before; `null` with fewer than two points. A fall between two polls may
 * still be hidden.
 */
export function isNeverLower(points: readonly SeriesPoint[]): boolean | null {
  const known = points.filter(({ last }) => last !== null);
  if (known.length < 2) return null;
  return known.every(({ first, falls }, index) => {
    const before = known[index - 1]?.last ?? null;
    return falls === 0 && (before === null || first === null || BigInt(first) >= BigInt(before));
  });
}

/**
 * Increase since the last poll of the point before; `null` across a fall or gap, between lower bounds, and for the
 * first point.
 */
export function addedIn(points: readonly SeriesPoint[], index: number, seen: readonly Seen[]): Integer | null {
  const [before, own] = [points[index - 1], points[index]];
  if (!before || !own || before.last === null || own.last === null || own.falls > 0) return null;
  if (before.claim === 'at-least' || own.claim === 'at-least') return null;
  const [{ from }, { to }] = [spanOf(before), spanOf(own)];
  const newest = seen.at(-1)?.to ?? 0;
  const isSeen = seen.some((each) => each.from <= from && each.to >= Math.min(to, newest));
  return isSeen ? changeOf(before.last, own.last) : null;
}

/** Returns the observed share of the elapsed window in hundredths of a percent, rounded down. */
export function observedShare(points: readonly SeriesPoint[], { from, to }: Window, now: number): number {
  const seconds = points.reduce((sum, { observedSeconds }) => sum + observedSeconds, 0);
  const over = Math.max(1, Math.min(to, now) - from);
  return Math.min(10_000, Math.floor((seconds * 1000 * 10_000) / over));
}

const mostPoints = 2_000;

/** Returns the window to request next for locating a fall: first by the hour, then by single polls. */
export function closerTo({ from, to }: Window, isByHour: boolean): RequestedWindow {
  const hours = hourlyWindow({ from, to });
  return isByHour && hours.points <= mostPoints ? hours : requestedWindowWithin({ from, to });
}

/**
 * Locates a fall at a finer resolution, at which it may be several falls. It stays unchanged if the finer
 * data are unknown or show no fall.
 */
export function fallFromNear(fall: Fall, near: readonly Fall[] | null): readonly Fall[] {
  const within = near?.filter(({ from, to }) => from < fall.to && to > fall.from) ?? [];
  return within.length === 0 ? [fall] : within;
}

export function changedSubjects<Entry extends Pick<StripEntry, 'worst'>>(
  entries: readonly Entry[],
  /** Letters of severities from best to worst. */
  letters: string,
): readonly Entry[] {
  const lettersOf = ({ worst }: Entry) => new Set(worst.replaceAll('-', ''));
  const worstOf = (entry: Entry) =>
    Math.max(...Array.from(lettersOf(entry), (letter) => letters.indexOf(letter)));
  return entries.filter((entry) => lettersOf(entry).size > 1).toSorted((a, b) => worstOf(b) - worstOf(a));
}
