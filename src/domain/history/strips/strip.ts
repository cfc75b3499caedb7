/** Lays out a strip of the page's own observations in pixels. */

import { keptMilliseconds, type Mark, marksOf, type Run } from '#domain/memory/observation.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { worstSeen } from './strip-summary.ts';

/** Time range of a strip, epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const mostMarks = 90;
/** Strip lengths are multiples of this, so that a mark is whole seconds. Milliseconds. */
const lengthStep = 180_000;

/** Length of a strip in milliseconds: the observed time, at least six minutes. */
export function stripLength(observed: number): number {
  const whole = Math.ceil(observed / lengthStep) * lengthStep;
  return Math.min(keptMilliseconds, Math.max(2 * lengthStep, whole));
}

/** End of the mark that contains `now`. */
export function stripEnd(now: number, length: number): number {
  const mark = length / mostMarks;
  return Math.ceil(now / mark) * mark;
}

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
  /** Gaps on whole pixels, drawn below the bars. */
  readonly gaps: readonly Piece[];
  readonly bars: readonly Bar[];
}

const hollow: ReadonlySet<Severity> = new Set(['assumed', 'unknown', 'vanished']);

export function isHollow(severity: Severity): boolean {
  return hollow.has(severity);
}

/** Minimum width in pixels for all marks. */
const wide = 300;
const leastGap = 3;
/** Narrower remains of a bar beside a gap are left out, pixels. */
const leastBar = 0.7;

/** Number of marks for a width in pixels. */
export function marksWithin(width: number): number {
  return width >= wide ? mostMarks : mostMarks / 2;
}

export function spaceWithin(pitch: number): number {
  return Math.min(3, Math.max(0.9, 0.16 * pitch));
}

/** Time between and after the observed ranges. Time before the first one is not a gap. */
function gapsBetween(sight: readonly Sight[], now: number): readonly Sight[] {
  return sight
    .map(({ to }, index) => ({ from: to, to: sight[index + 1]?.from ?? now }))
    .filter(({ from, to }) => from < to);
}

/** Rounds to whole pixels, with a visible minimum width, within the strip. */
export function rounded(from: number, to: number, width: number): Piece {
  const left = Math.max(0, Math.floor(from));
  const wanted = Math.max(leastGap, Math.min(width, Math.ceil(to)) - left);
  return { x: Math.max(0, Math.min(left, width - wanted)), width: wanted };
}

export function merged(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.x - b.x)) {
    const last = whole.at(-1);
    if (!last || last.x + last.width < piece.x) whole.push(piece);
    else whole[whole.length - 1] = { x: last.x, width: Math.max(last.width, piece.x + piece.width - last.x) };
  }
  return whole;
}

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
 * Lays out the observations of a subject. Marks start at multiples of their length, so that their content stays together
 * as the strip moves. Gaps shorter than half a mark are not drawn. `unvouched` is drawn as a gap.
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
