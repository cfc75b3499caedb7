import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byZone, placeBars, stackOf } from './place-bars.ts';

describe('positions of bars', () => {
  const fleet = (sizes: Readonly<Record<string, number>>) =>
    byZone(
      Object.entries(sizes).flatMap(([zone, regions]) =>
        Array.from({ length: regions }, (_, index) => ({ code: `${zone} ${index}`, zone })),
      ),
      () => 0,
    );

  test('fill the plot if every name fits', () => {
    const { bars, zones, slot, rows } = placeBars(fleet({ a: 6, b: 2 }), 409, () => 60);
    expect([slot, rows]).toEqual([50, 1]);
    expect(zones).toEqual([
      { zone: 'a', from: 0, to: 300 },
      { zone: 'b', from: 309, to: 409 },
    ]);
    expect(bars.map((bar) => bar.x)).toEqual([25, 75, 125, 175, 225, 275, 334, 384]);
  });

  test('give a small zone the width that its name needs', () => {
    const { zones, slot, rows } = placeBars(fleet({ a: 8, b: 1 }), 209, () => 60);
    expect([slot, rows]).toEqual([17.5, 1]);
    expect(zones[1]).toEqual({ zone: 'b', from: 149, to: 209 });
  });

  test('put names in two rows before codes become unreadable', () => {
    const { slot, rows } = placeBars(fleet({ a: 9, b: 1, c: 1, d: 1 }), 247, () => 60);
    expect([slot, rows]).toEqual([(247 - 27 - 120) / 9, 2]);
  });

  test('keep names in one row if bars have no codes', () => {
    const { rows } = placeBars(fleet({ a: 9, b: 1, c: 1, d: 1 }), 290, () => 60, 4);
    expect(rows).toBe(1);
  });

  test('ignore name widths if there are too many regions', () => {
    const { slot } = placeBars(fleet({ a: 400, b: 1 }), 409, () => 60);
    expect(slot).toBeCloseTo(400 / 401);
  });

  test('never overlap, stay in the plot and inside their zone', () => {
    const sizes = fc.dictionary(fc.stringMatching(/^[a-z]{2}-[a-z]{2,10}$/), fc.integer({ min: 1, max: 30 }), {
      minKeys: 1,
      maxKeys: 14,
    });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 300, max: 2400 }), (all, width) => {
        const { bars, zones, slot } = placeBars(fleet(all), width, (zone) => (zone ?? '').length * 6);
        const middles = bars.map((bar) => bar.x);
        expect(slot).toBeGreaterThan(0);
        expect(middles.every((x, index) => index === 0 || x - (middles[index - 1] ?? 0) > slot - 0.01)).toBe(
          true,
        );
        expect(middles.every((x) => zones.some(({ from, to }) => from < x && x < to))).toBe(true);
        expect(zones.at(-1)?.to).toBeLessThan(width + 0.01);
      }),
    );
  });
});

test('exceptions are stacked from the base, small ones stay visible, none is above the bar', () => {
  const exceptions = [
    { severity: 'critical', count: 50 },
    { severity: 'degraded', count: 1 },
    { severity: 'notice', count: 149 },
  ] as const;
  expect(stackOf(exceptions, 100, 200)).toEqual([
    { severity: 'critical', from: 0, to: 25 },
    { severity: 'degraded', from: 25, to: 27 },
    { severity: 'notice', from: 27, to: 100 },
  ]);
});
