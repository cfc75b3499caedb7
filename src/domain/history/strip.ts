/** Where what was seen over time stands in a strip, in pixels of its width: nothing of it is ever stretched. */

import { keptMilliseconds, type Mark, marksOf, type Run } from '../memory/observation.ts';
import type { Severity } from '../severity/severity.ts';
import { worstSeen } from './strip-summary.ts';

/** The time that a strip shows, epoch milliseconds. */
export interface Span {
  readonly from: number;
  /** Now. */
  readonly to: number;
}

const mostMarks = 90;
/** Each mark of such a strip is whole seconds long. */
const lengthStep = 180_000;

/** Milliseconds that a strip spans where somebody has looked for so many: all of them, six minutes at least. */
export function stripLength(observed: number): number {
  const whole = Math.ceil(observed / lengthStep) * lengthStep;
  return Math.min(keptMilliseconds, Math.max(2 * lengthStep, whole));
}

/** The end of the mark that holds `now`. */
export function stripEnd(now: number, length: number): number {
  const mark = length / mostMarks;
  return Math.ceil(now / mark) * mark;
}

/** From when to when somebody looked. */
export type Sight = Pick<Run<unknown>, 'from' | 'to'>;

export interface Piece {
  readonly x: number;
  readonly width: number;
}

export interface Bar extends Piece {
  readonly severity: Severity;
}

export interface Strip {
  readonly marks: readonly Mark<Severity>[];
  /** Time in which nobody looked, on whole pixels: below all bars. */
  readonly gaps: readonly Piece[];
  readonly bars: readonly Bar[];
}

const hollow: ReadonlySet<Severity> = new Set(['assumed', 'unknown', 'vanished']);

/** Whether a bar is an outline, as its mark is: assumed, or not understood. */
export function isHollow(severity: Severity): boolean {
  return hollow.has(severity);
}

/** Pixels from which on a strip has room for all marks. */
const wide = 300;
const leastGap = 3;
/** Of a mark that a gap cuts, what is narrower is left out. */
const leastBar = 0.7;

/** How many marks a strip of a width has. */
export function marksWithin(width: number): number {
  return width >= wide ? mostMarks : mostMarks / 2;
}

/** What parts a bar from the next. */
export function spaceWithin(pitch: number): number {
  return Math.min(3, Math.max(0.9, 0.16 * pitch));
}

/** Between the looks, and after the last; before the first there is nothing to miss. */
function gapsBetween(sight: readonly Sight[], now: number): readonly Sight[] {
  return sight
    .map(({ to }, index) => ({ from: to, to: sight[index + 1]?.from ?? now }))
    .filter(({ from, to }) => from < to);
}

/** On whole pixels, no narrower than can be made out, within the strip. */
export function rounded(from: number, to: number, width: number): Piece {
  const left = Math.max(0, Math.floor(from));
  const wanted = Math.max(leastGap, Math.min(width, Math.ceil(to)) - left);
  return { x: Math.max(0, Math.min(left, width - wanted)), width: wanted };
}

/** Those that touch as one. */
export function merged(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.x - b.x)) {
    const last = whole.at(-1);
    if (!last || last.x + last.width < piece.x) whole.push(piece);
    else whole[whole.length - 1] = { x: last.x, width: Math.max(last.width, piece.x + piece.width - last.x) };
  }
  return whole;
}

/** What a gap leaves of a bar, on either side of it. */
export function besideGap<P extends Piece>(bar: P, gap: Piece): readonly P[] {
  const [end, gapEnd] = [bar.x + bar.width, gap.x + gap.width];
  if (gapEnd <= bar.x || end <= gap.x) return [bar];
  const right = Math.max(bar.x, gapEnd);
  return [
    { ...bar, width: gap.x - bar.x },
    { ...bar, x: right, width: end - right },
  ].filter((piece) => piece.width >= leastBar);
}

/**
 * Lays out what was seen of a subject over the time in which somebody looked. Marks begin at whole multiples of their
 * time, so that what a mark holds stays together while it moves on. A gap shorter than half a mark is not drawn; of what
 * stands for no state (`unvouched`) nobody knows more than of a gap.
 */
export function layOutStrip(
  runs: readonly Run<Severity>[],
  sight: readonly Sight[],
  { from, to }: Span,
  width: number,
): Strip {
  const step = (to - from) / marksWithin(width);
  const pitch = width / marksWithin(width);
  const space = spaceWithin(pitch);
  const place = (time: number) => ((time - from) / (to - from)) * width;
  const first = Math.floor(from / step) * step;
  const count = Math.ceil((to - first) / step);
  const marks = marksOf(runs, first, first + count * step, count, to);
  const columns = marks.map((mark, index) => {
    const x = place(first + index * step);
    return { worst: mark.kind === 'seen' ? worstSeen(mark.values) : null, x, end: x + pitch };
  });
  const gaps = merged([
    ...gapsBetween(sight, to)
      .filter((gap) => gap.to > from && gap.to - gap.from >= step / 2)
      .map((gap) => rounded(place(gap.from), place(gap.to), width)),
    ...columns.flatMap(({ worst, x, end }) => (worst === 'unvouched' ? rounded(x, end, width) : [])),
  ]);
  const bars = columns.flatMap(({ worst: severity, x, end }) => {
    if (severity === null || severity === 'unvouched') return [];
    const [left, right] = [Math.max(0, x + space / 2), Math.min(width, end - space / 2)];
    const bar: Bar = { severity, x: left, width: right - left };
    return gaps.reduce<readonly Bar[]>((pieces, gap) => pieces.flatMap((each) => besideGap(each, gap)), [bar]);
  });
  return { marks, gaps, bars };
}
