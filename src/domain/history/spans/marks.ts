/**
 * Divides a window into marks, with the worst severity and the observed share of each
 * (docs/understand/history-api.md, part 4).
 */

import { seenDigits } from '#contract/history.ts';
import { type Severity, severityRank } from '#domain/severity/severity.ts';
import { type CoverageInterval, isBeforeAll } from '../coverage/coverage.ts';
import type { Piece, Window } from './shares.ts';

const letters: Readonly<Record<Severity, string>> = {
  ok: 'o',
  assumed: 'a',
  notice: 'n',
  degraded: 'd',
  partial: 'p',
  critical: 'c',
  unknown: 'u',
  vanished: 'v',
  unvouched: '-',
};

export interface Marks {
  /** Worst severity in observed time, one letter for each mark. */
  readonly worst: string;
  /** Observed share, one digit for each mark: `A` for no millisecond, `_` for all. */
  readonly seen: string;
  /** Longest time between two answered polls, in milliseconds: an outage of that length could be hidden. */
  readonly couldHide: number;
}

/**
 * State at an isolated poll: an answered poll without another one close enough to cover the time between. It
 * colours its mark if it is worse than `notice`, but adds no observed time.
 */
export interface IsolatedPoll {
  readonly at: number;
  readonly severity: Severity;
}

/** Returns the edges of marks with nearly equal length, in whole milliseconds. The marks tile the window. */
export function edgesOf({ from, to }: Window, marks: number): readonly number[] {
  return Array.from({ length: marks + 1 }, (_, index) => from + Math.floor((index * (to - from)) / marks));
}

export function digitOf(seen: number, length: number): string {
  if (seen === 0) return seenDigits.charAt(0);
  if (seen === length) return seenDigits.charAt(63);
  return seenDigits.charAt(1 + Math.floor((61 * seen) / length));
}

/**
 * Whether a severity replaces another one as worst of a mark. `vanished` replaces `unknown`, which has the
 * same rank.
 */
function isWorse(severity: Severity, than: Severity | null): boolean {
  if (than === null) return true;
  const difference = severityRank[severity] - severityRank[than];
  return difference > 0 || (difference === 0 && severity === 'vanished');
}

/**
 * Returns the longest time between neighbouring answered polls within the window, in milliseconds. Time
 * before the first poll does not count.
 */
function longestBetween({ from, to }: Window, intervals: readonly CoverageInterval[]): number {
  let [most, blind] = [0, 0];
  for (const interval of intervals) {
    const overlap = Math.max(0, Math.min(to, interval.to ?? to) - Math.max(from, interval.from));
    const isSeen = interval.outcome === 'seen';
    // Adjacent gaps count as one, whatever their causes.
    blind = isSeen || isBeforeAll(interval) ? 0 : blind + overlap;
    most = Math.max(most, blind, isSeen ? Math.min(overlap, interval.longest ?? overlap) : 0);
  }
  return most;
}

/**
 * Returns the longest time until the newest poll that could hide an outage, in milliseconds. If the window
 * has no poll, that is the complete window.
 * @param knownUntil - time of the newest poll
 */
export function hiddenIn(
  { from, to }: Window,
  intervals: readonly CoverageInterval[],
  knownUntil: number,
): number {
  const isSeen = intervals.some(
    (interval) => interval.outcome === 'seen' && interval.from < to && (interval.to ?? to) >= from,
  );
  return isSeen ? longestBetween({ from, to: Math.max(from, Math.min(to, knownUntil)) }, intervals) : to - from;
}

/**
 * Returns the worst severity (a letter) and the observed share (a digit) of each mark of a strip, as the history
 * API sends them.
 * @param edges - edges of the marks in order, from the start to the end of the window
 * @param pieces - known states in the window, in order
 * @param isolated - polls that colour a mark but add no observed time
 */
export function marksOf(
  edges: readonly number[],
  pieces: readonly Piece[],
  isolated: readonly IsolatedPoll[] = [],
): Pick<Marks, 'worst' | 'seen'> {
  let [worst, seen] = ['', ''];
  let place = 0;
  for (let index = 1; index < edges.length; index += 1) {
    const [begin = 0, end = 0] = [edges[index - 1], edges[index]];
    let observed = 0;
    let most: Severity | null = null;
    for (let next = place; next < pieces.length; next += 1) {
      const piece = pieces[next];
      if (!piece || piece.from >= end) break;
      if (piece.to <= end) place = next + 1;
      const length = Math.min(end, piece.to) - Math.max(begin, piece.from);
      if (piece.severity === null || length <= 0) continue;
      observed += length;
      if (isWorse(piece.severity, most)) most = piece.severity;
    }
    for (const { at, severity } of isolated)
      if (at >= begin && at < end && severityRank[severity] > severityRank.notice && isWorse(severity, most))
        most = severity;
    worst += most === null ? '-' : letters[most];
    seen += digitOf(observed, end - begin);
  }
  return { worst, seen };
}
