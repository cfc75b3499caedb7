import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Severity } from '#domain/severity/severity.ts';
import type { Gap, StripMark } from './recorded-strip.ts';
import { layOutStrip, marksWithin } from './strip.ts';

const second = 1_000;
const to = 1_800_000_000_000;
const from = to - 900 * second;
const window = { from, to };

/**
 * The marks of a strip of this width, pixels.
 *
 * @param severityAt - severity of the mark that begins so many seconds before the end of the strip.
 */
function marksOf(width: number, severityAt: (seconds: number) => Severity = () => 'ok'): readonly StripMark[] {
  const count = marksWithin(width);
  const length = (to - from) / count;
  return Array.from({ length: count }, (_, index) => {
    const begin = from + index * length;
    return { from: begin, to: begin + length, severity: severityAt((to - begin) / second), observed: 1 };
  });
}

/** A coverage gap between two times, in seconds before the end of the strip. */
function gap(since: number, until: number): Gap {
  return { from: to - since * second, to: to - until * second, cause: 'unreachable', detail: null };
}

it.each([
  [120, 45, 120 / 45, 0.9],
  [196, 45, 196 / 45, 0.9],
  [299, 45, 299 / 45, 0.16 * (299 / 45)],
  [300, 90, 300 / 90, 0.9],
  [460, 90, 460 / 90, 0.9],
  [1392, 90, 1392 / 90, 0.16 * (1392 / 90)],
  [1792, 90, 1792 / 90, 3],
])('%d pixels have %d marks, one every %d, %d apart', (width, count, pitch, space) => {
  const { bars, gaps } = layOutStrip(marksOf(width), [], window, width);
  expect(gaps).toEqual([]);
  expect(bars).toHaveLength(count);
  for (const [index, bar] of bars.entries()) {
    expect(bar.x).toBeCloseTo(index * pitch + space / 2, 6);
    expect(bar.width).toBeCloseTo(pitch - space, 6);
  }
});

describe('a gap', () => {
  it('is hatched at its time, rounded outwards to whole pixels', () => {
    // The gap begins at 295/900 and ends at 605/900 of 460 pixels.
    expect(layOutStrip(marksOf(460), [gap(605, 295)], window, 460).gaps).toEqual([{ x: 150, width: 160 }]);
  });

  it('leaves the observed part of a mark that it cuts', () => {
    const { bars, gaps } = layOutStrip(marksOf(1792), [gap(605, 295)], window, 1792);
    const [only = { x: 0, width: 0 }] = gaps;
    expect(bars.filter(({ x, width }) => x < only.x && x + width === only.x)).toHaveLength(1);
    expect(bars.filter(({ x }) => x === only.x + only.width)).toHaveLength(1);
  });

  it('shorter than half a mark is not drawn, and one of half a mark has a visible width', () => {
    const short = (seconds: number) => layOutStrip(marksOf(300), [gap(500, 500 - seconds)], window, 300).gaps;
    expect(short(4.9)).toEqual([]);
    expect(short(5)).toEqual([{ x: 133, width: 3 }]);
  });
});

test('a mark without observation has no bar', () => {
  const marks = marksOf(900, (seconds) => (seconds > 450 ? 'unvouched' : 'ok'));
  expect(Math.min(...layOutStrip(marks, [], window, 900).bars.map(({ x }) => x))).toBeGreaterThan(449);
});

const gapsWithin = fc
  .array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 })
  .map((lengths) => {
    let at = 900;
    return lengths.flatMap((length, index) => {
      const start = at;
      at = Math.max(0, at - length);
      return index % 2 === 0 || start === at ? [] : gap(start, at);
    });
  });

test('with any gaps, they are on whole pixels and no bar overlaps a gap or another bar', () => {
  fc.assert(
    fc.property(gapsWithin, fc.integer({ min: 80, max: 2_000 }), (blind, width) => {
      const { bars, gaps } = layOutStrip(marksOf(width), blind, window, width);
      const right = ({ x, width: wide }: { readonly x: number; readonly width: number }) => x + wide;
      for (const piece of gaps) {
        expect([piece.x, piece.width].every(Number.isInteger)).toBe(true);
        expect(piece.width).toBeGreaterThanOrEqual(3);
      }
      const drawn = [...gaps, ...bars].toSorted((a, b) => a.x - b.x);
      for (const [index, piece] of drawn.entries()) {
        expect(piece.x).toBeGreaterThanOrEqual(0);
        expect(right(piece)).toBeLessThanOrEqual(width + 1e-6);
        expect(piece.x).toBeGreaterThanOrEqual((index > 0 ? right(drawn[index - 1] ?? piece) : 0) - 1e-6);
      }
      const place = (time: number) => ((time - from) / (to - from)) * width;
      for (const { from: begin, to: end } of blind)
        if (end - begin >= (to - from) / marksWithin(width) / 2)
          expect(gaps.some((piece) => piece.x <= place(begin) && right(piece) >= place(end) - 1e-6)).toBe(true);
    }),
  );
});
