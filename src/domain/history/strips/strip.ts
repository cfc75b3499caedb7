/** Lays out a strip in pixels. */

import type { Severity } from '#domain/severity/severity.ts';
import type { Window } from '../spans/shares.ts';
import type { Gap, StripMark } from './recorded-strip.ts';

const mostMarks = 90;

export interface Piece {
  readonly x: number;
  readonly width: number;
}

export interface Bar extends Piece {
  readonly severity: Severity;
}

const hollow: ReadonlySet<Severity> = new Set(['assumed', 'unknown', 'vanished']);

export function isHollow(severity: Severity): boolean {
  return hollow.has(severity);
}

/** Minimum width in pixels of a strip that shows all marks. */
const wide = 300;
const leastGap = 3;
/** Minimum width in pixels for the rest of a bar beside a gap. A narrower rest is left out. */
const leastBar = 0.7;

/** Returns the number of marks for a strip's width in pixels. */
export function marksWithin(width: number): number {
  return width >= wide ? mostMarks : mostMarks / 2;
}

function spaceWithin(pitch: number): number {
  return Math.min(3, Math.max(0.9, 0.16 * pitch));
}

/** Rounds a gap to whole pixels with a visible minimum width, inside the strip. */
export function rounded(from: number, to: number, width: number): Piece {
  const left = Math.max(0, Math.floor(from));
  const wanted = Math.max(leastGap, Math.min(width, Math.ceil(to)) - left);
  return { x: Math.max(0, Math.min(left, width - wanted)), width: wanted };
}

function merged(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.x - b.x)) {
    const last = whole.at(-1);
    if (!last || last.x + last.width < piece.x) whole.push(piece);
    else whole[whole.length - 1] = { x: last.x, width: Math.max(last.width, piece.x + piece.width - last.x) };
  }
  return whole;
}

function besideGap<P extends Piece>(bar: P, gap: Piece): readonly P[] {
  const [end, gapEnd] = [bar.x + bar.width, gap.x + gap.width];
  if (gapEnd <= bar.x || end <= gap.x) return [bar];
  const right = Math.max(bar.x, gapEnd);
  return [
    { ...bar, width: gap.x - bar.x },
    { ...bar, x: right, width: end - right },
  ].filter((piece) => piece.width >= leastBar);
}

export interface Strip {
  /** Gaps to draw, on whole pixels. */
  readonly gaps: readonly Piece[];
  /** Bars of the marks, in their order. A mark with a gap inside has several bars. */
  readonly bars: readonly (Bar & { readonly mark: number })[];
}

/** Lays out marks and gaps in `width` pixels. Gaps shorter than half a mark are not drawn. */
export function layOutStrip(
  marks: readonly StripMark[],
  blind: readonly Gap[],
  { from, to }: Window,
  width: number,
): Strip {
  const place = (time: number) => ((time - from) / (to - from)) * width;
  const pitch = width / Math.max(1, marks.length);
  const space = spaceWithin(pitch);
  const half = (to - from) / Math.max(1, marks.length) / 2;
  const gaps = merged(
    blind
      .filter((gap) => gap.to - gap.from >= half)
      .map((gap) => rounded(place(gap.from), place(gap.to), width)),
  );
  const bars = marks.flatMap(({ severity, ...mark }, index) => {
    if (severity === 'unvouched') return [];
    const x = place(mark.from) + space / 2;
    const whole = { severity, mark: index, x, width: place(mark.to) - space / 2 - x };
    return gaps.reduce<readonly (Bar & { readonly mark: number })[]>(
      (pieces, gap) => pieces.flatMap((each) => besideGap(each, gap)),
      [whole],
    );
  });
  return { gaps, bars };
}
