import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Run } from '#domain/memory/observation.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { layOutStrip, marksWithin, stripEnd, stripLength } from './strip.ts';

const second = 1_000;
const to = 1_800_000_000_000;
const from = to - 900 * second;
const span = { from, to };

/** A run between two times, in seconds before now. */
function run(value: Severity, since: number, until: number): Run<Severity> {
  return { value, from: to - since * second, to: to - until * second };
}

const all = [run('ok', 900, 0)];

it.each([
  [120, 45, 120 / 45, 0.9],
  [196, 45, 196 / 45, 0.9],
  [299, 45, 299 / 45, 0.16 * (299 / 45)],
  [300, 90, 300 / 90, 0.9],
  [460, 90, 460 / 90, 0.9],
  [1392, 90, 1392 / 90, 0.16 * (1392 / 90)],
  [1792, 90, 1792 / 90, 3],
])('%d pixels have %d marks, one every %d, %d apart', (width, count, pitch, space) => {
  expect(marksWithin(width)).toBe(count);
  const { bars, gaps } = layOutStrip(all, all, span, width);
  expect(gaps).toEqual([]);
  expect(bars).toHaveLength(count);
  for (const [index, bar] of bars.entries()) {
    expect(bar.x).toBeCloseTo(index * pitch + space / 2, 6);
    expect(bar.width).toBeCloseTo(pitch - space, 6);
  }
});

it.each([
  [0, 6],
  [359, 6],
  [361, 9],
  [700, 12],
  [899, 15],
  [86_400, 15],
])('after %d observed seconds a strip spans %d minutes, each mark whole seconds', (seconds, minutes) => {
  const length = stripLength(seconds * second);
  expect(length).toBe(minutes * 60 * second);
  expect((length / marksWithin(1392)) % second).toBe(0);
  const end = stripEnd(to + 1, length);
  expect(end % (length / marksWithin(1392))).toBe(0);
  expect(end - to).toBeGreaterThan(0);
  expect(end - to).toBeLessThanOrEqual(length / marksWithin(1392));
});

describe('a gap', () => {
  const sight = [run('ok', 900, 605), run('ok', 295, 0)];

  it('is hatched at its time, rounded outwards to whole pixels', () => {
    // From 295/900 to 605/900 of 460 pixels.
    expect(layOutStrip(sight, sight, span, 460).gaps).toEqual([{ x: 150, width: 160 }]);
  });

  it('has the same place in every strip, with any marks', () => {
    const { gaps } = layOutStrip(sight, sight, span, 1392);
    expect(layOutStrip([run('critical', 400, 200)], sight, span, 1392).gaps).toEqual(gaps);
    expect(layOutStrip([], sight, span, 1392).gaps).toEqual(gaps);
  });

  it('leaves the observed part of a mark that it cuts', () => {
    const { bars, gaps } = layOutStrip(sight, sight, span, 1792);
    const [gap = { x: 0, width: 0 }] = gaps;
    expect(bars.filter(({ x, width }) => x < gap.x && x + width === gap.x)).toHaveLength(1);
    expect(bars.filter(({ x }) => x === gap.x + gap.width)).toHaveLength(1);
  });

  it('shorter than half a mark is not drawn, and one of half a mark has a visible width', () => {
    const short = (seconds: number) => [run('ok', 900, 500), run('ok', 500 - seconds, 0)];
    expect(layOutStrip(all, short(4.9), span, 300).gaps).toEqual([]);
    expect(layOutStrip(all, short(5), span, 300).gaps).toEqual([{ x: 133, width: 3 }]);
  });

  it('lasts until now if observation has stopped, and does not start before the first observation', () => {
    const seen = [run('ok', 600, 450)];
    const { bars, gaps } = layOutStrip(seen, seen, span, 900);
    expect(gaps).toEqual([{ x: 450, width: 450 }]);
    expect(Math.min(...bars.map(({ x }) => x))).toBeGreaterThan(300);
  });

  it('includes unconfirmed marks, merged', () => {
    const { bars, gaps } = layOutStrip([run('ok', 900, 400), run('unvouched', 400, 0)], all, span, 900);
    expect(gaps).toEqual([{ x: 500, width: 400 }]);
    expect(new Set(bars.map(({ severity }) => severity))).toEqual(new Set(['ok']));
  });
});

test('a mark has the worst state in it', () => {
  const seen = [run('ok', 900, 455), run('critical', 455, 453), run('degraded', 453, 0)];
  const { bars } = layOutStrip(seen, seen, span, 900);
  expect(bars.filter(({ severity }) => severity === 'critical')).toHaveLength(1);
});

test('the content of a mark stays together as the strip moves', () => {
  const seen = [run('ok', 900, 70), run('critical', 70, 50), run('ok', 50, -20)];
  const worst = (later: number) => {
    const moved = { from: from + later * second, to: to + later * second };
    return layOutStrip(seen, seen, moved, 180).bars.filter(({ severity }) => severity === 'critical');
  };
  expect(worst(10)).toHaveLength(worst(0).length);
});

const stretches = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 12 }).map((lengths) => {
  let at = to - 1_000 * second;
  return lengths.flatMap((length, index) => {
    const start = at;
    at += length * second;
    return index % 2 === 0 ? { value: 'ok' as const, from: start, to: at } : [];
  });
});

test('with any observations, gaps are on whole pixels and no bar overlaps a gap or another bar', () => {
  fc.assert(
    fc.property(stretches, stretches, fc.integer({ min: 80, max: 2_000 }), (runs, sight, width) => {
      const { bars, gaps } = layOutStrip(runs, sight, span, width);
      const right = ({ x, width: wide }: { readonly x: number; readonly width: number }) => x + wide;
      for (const gap of gaps) {
        expect([gap.x, gap.width].every(Number.isInteger)).toBe(true);
        expect(gap.width).toBeGreaterThanOrEqual(3);
      }
      const drawn = [...gaps, ...bars].toSorted((a, b) => a.x - b.x);
      for (const [index, piece] of drawn.entries()) {
        expect(piece.x).toBeGreaterThanOrEqual(0);
        expect(right(piece)).toBeLessThanOrEqual(width + 1e-6);
        expect(piece.x).toBeGreaterThanOrEqual((index > 0 ? right(drawn[index - 1] ?? piece) : 0) - 1e-6);
      }
      const step = (to - from) / marksWithin(width);
      for (const [index, { to: start }] of sight.entries()) {
        const end = Math.min(sight[index + 1]?.from ?? to, to);
        if (end <= from || end - start < step / 2) continue;
        const place = (time: number) => (Math.max(0, time - from) / (to - from)) * width;
        expect(gaps.some((gap) => gap.x <= place(start) && right(gap) >= place(end))).toBe(true);
      }
    }),
  );
});
