/** A window as marks: what was worst in each, and how much of it was seen (docs/understand/history-api.md, part 4). Pure. */

import { seenDigits } from '#contract/history.ts';
import { type Severity, severityRank } from '../severity/severity.ts';
import type { Piece, Window } from './shares.ts';
import { isBeforeAll, type Stretch } from './sight.ts';

/** One letter a mark; `-` where nothing was observed. */
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
  /** The worst class among observed time, a letter a mark. */
  readonly worst: string;
  /** How much was observed, a digit a mark: `A` for no millisecond, `_` for all of them. */
  readonly seen: string;
  /** The longest time between answered looks that an outage could have hidden in, milliseconds. */
  readonly couldHide: number;
}

/** A look that stands alone: it colours its mark where it is worse than a notice, and adds no time. */
export interface LoneLook {
  readonly at: number;
  readonly severity: Severity;
}

/** So many marks of nearly the same length: whole milliseconds that tile the window. */
export function edgesOf({ from, to }: Window, marks: number): readonly number[] {
  return Array.from({ length: marks + 1 }, (_, index) => from + Math.floor((index * (to - from)) / marks));
}

/** `A` for no millisecond of a mark, `_` for all of them. */
export function digitOf(seen: number, length: number): string {
  if (seen === 0) return seenDigits.charAt(0);
  if (seen === length) return seenDigits.charAt(63);
  return seenDigits.charAt(1 + Math.floor((61 * seen) / length));
}

/** In a mark what vanished goes before an unknown word. */
function isWorse(severity: Severity, than: Severity | null): boolean {
  if (than === null) return true;
  const difference = severityRank[severity] - severityRank[than];
  return difference > 0 || (difference === 0 && severity === 'vanished');
}

/** The longest time between neighbouring answered looks, as far as it lies in the window. Before the first there was none. */
function longestBetween({ from, to }: Window, stretches: readonly Stretch[]): number {
  let [most, blind] = [0, 0];
  for (const stretch of stretches) {
    const overlap = Math.max(0, Math.min(to, stretch.to ?? to) - Math.max(from, stretch.from));
    const isSeen = stretch.outcome === 'seen';
    // Between looks nobody asked for a while, or for several reasons: that is no less hidden.
    blind = isSeen || isBeforeAll(stretch) ? 0 : blind + overlap;
    most = Math.max(most, blind, isSeen ? Math.min(overlap, stretch.longest ?? overlap) : 0);
  }
  return most;
}

/**
 * What could have hidden until the newest look, and the whole window where there is no look in it; milliseconds.
 *
 * @param knownUntil - when that was.
 */
export function hiddenIn({ from, to }: Window, stretches: readonly Stretch[], knownUntil: number): number {
  const isSeen = stretches.some(
    (stretch) => stretch.outcome === 'seen' && stretch.from < to && (stretch.to ?? to) >= from,
  );
  return isSeen ? longestBetween({ from, to: Math.max(from, Math.min(to, knownUntil)) }, stretches) : to - from;
}

/**
 * @param edges - of the marks, in order, the first and the last being those of the window.
 * @param pieces - what is known of the window, in order.
 */
export function marksOf(
  edges: readonly number[],
  pieces: readonly Piece[],
  lone: readonly LoneLook[] = [],
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
    for (const { at, severity } of lone)
      if (at >= begin && at < end && severityRank[severity] > severityRank.notice && isWorse(severity, most))
        most = severity;
    worst += most === null ? '-' : letters[most];
    seen += digitOf(observed, end - begin);
  }
  return { worst, seen };
}
