import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '#domain/severity/classify.ts';
import { type Disc, fanOut } from './fan-out.ts';
import { placeLabels } from './labels.ts';
import { layOut, type MapPlace } from './layout.ts';
import { land, project, worldPath } from './projection.ts';

const coordinate = fc.double({ min: 0, max: 300, noNaN: true });
const someDiscs = fc.array(
  fc.record({ x: coordinate, y: coordinate, radius: fc.double({ min: 2, max: 9, noNaN: true }) }),
  { minLength: 1, maxLength: 40 },
);

function overlaps(discs: readonly Disc[], points: readonly { x: number; y: number }[]): number {
  let count = 0;
  points.forEach((a, first) => {
    points.slice(first + 1).forEach((b, rest) => {
      const radii = (discs[first]?.radius ?? 0) + (discs[first + 1 + rest]?.radius ?? 0);
      if (Math.hypot(a.x - b.x, a.y - b.y) < radii - 0.5) count += 1;
    });
  });
  return count;
}

describe('marks in a crowd are moved apart', () => {
  it('until none overlaps, at any positions', () => {
    fc.assert(
      fc.property(someDiscs, (discs) => {
        expect(overlaps(discs, fanOut(discs, 1))).toBe(0);
      }),
    );
  });

  it('even if all are at the same place', () => {
    const discs = Array.from({ length: 30 }, () => ({ x: 5, y: 5, radius: 6 }));
    const points = fanOut(discs, 1);
    expect(overlaps(discs, points)).toBe(0);
    expect(Math.max(...points.map(({ x, y }) => Math.hypot(x - 5, y - 5)))).toBeLessThan(90);
  });

  it('and free marks stay in place', () => {
    const discs = [
      { x: 0, y: 0, radius: 5 },
      { x: 40, y: 0, radius: 5 },
    ];
    expect(fanOut(discs, 1)).toEqual([
      { x: 0, y: 0 },
      { x: 40, y: 0 },
    ]);
  });
});

describe('names beside marks', () => {
  it('never overlap each other or a mark', () => {
    fc.assert(
      fc.property(someDiscs, (raw) => {
        const points = fanOut(raw, 1);
        const discs = points.map((point, index) => ({ ...point, radius: raw[index]?.radius ?? 1 }));
        const wanted = discs.map((_, disc) => ({ disc, width: 30 + disc, height: 12, urgent: disc < 5 }));
        const labels = placeLabels(discs, wanted);
        const boxes = labels.map(({ disc, x, y }) => [x, y - 6, x + 30 + disc, y + 6] as const);
        const marks = discs.map(
          ({ x, y, radius }) => [x - radius, y - radius, x + radius, y + radius] as const,
        );
        boxes.forEach(([left, top, right, bottom], index) => {
          for (const [l, t, r, b] of [...boxes.slice(index + 1), ...marks])
            expect(left < r && l < right && top < b && t < bottom).toBe(false);
        });
      }),
    );
  });

  it('give priority to the first', () => {
    const discs = [
      { x: 0, y: 0, radius: 3 },
      { x: 0, y: 8, radius: 3 },
    ];
    const wantedLabel = { width: 60, height: 14, urgent: false };
    expect(
      placeLabels(
        discs,
        [1, 0].map((disc) => ({ ...wantedLabel, disc })),
      )[0]?.disc,
    ).toBe(1);
  });

  it('stay inside the frame or are left out', () => {
    const frame = { left: 0, top: 0, right: 40, bottom: 40 };
    const wishes = [{ disc: 0, width: 60, height: 12, urgent: false }];
    expect(placeLabels([{ x: 20, y: 20, radius: 2 }], wishes, frame)).toEqual([]);
  });
});

function place(code: string, word: string, more: Partial<MapPlace> = {}): MapPlace {
  const state = classify(word);
  const words = { figure: '1', amount: '1 node', doubt: null, label: code, to: '/' };
  return { code, name: code, zone: null, country: null, state, lat: 50, lon: 8, value: 1, ...words, ...more };
}
const options = { scale: 1, measure: (text: string) => text.length * 7 };

describe('the map layout', () => {
  it('has the worst mark first and at its place', () => {
    const places = ['operational', 'major_outage', 'degraded', 'operational'].map((word, index) =>
      place(`aaa${index}`, word),
    );
    const { marks } = layOut(places, options);
    expect(marks.map((mark) => mark.place.state.severity)).toEqual(['critical', 'degraded', 'ok', 'ok']);
    expect(marks[0]).toMatchObject({ home: null, ...project({ lat: 50, lon: 8 }) });
  });

  it('sizes marks by area', () => {
    const [large, small] = layOut(
      [place('aaa1', 'operational', { value: 400 }), place('bbb1', 'operational', { value: 100, lon: 100 })],
      options,
    ).marks;
    expect((large?.radius ?? 0) / (small?.radius ?? 1)).toBeCloseTo(2);
  });

  it('gives marks one medium size if nothing is measured or all values are zero', () => {
    const radiiOf = (value: number | null) =>
      layOut(
        [place('aaa1', 'operational', { value }), place('bbb1', 'operational', { value, lon: 100 })],
        options,
      ).marks.map(({ radius }) => radius);
    expect(radiiOf(null)).toEqual(radiiOf(0));
    expect(radiiOf(null)[0]).toBe(radiiOf(null)[1]);
    expect(radiiOf(null)[0]).toBeGreaterThan(3.5);
  });

  it('has no good mark larger than a problem, for any number of marks', () => {
    for (const count of [1, 6, 20, 45, 200, 527])
      for (const scale of [0.4, 1, 3]) {
        const good = Array.from({ length: count }, (_, index) => place(`ok${index}`, 'operational'));
        const [problem, disc] = layOut([...good, place('bad1', 'degraded')], { ...options, scale }).marks;
        // The triangle of a problem fills 36 % of its box, which is 1.9 radii wide.
        const weight = 0.36 * (1.9 * (problem?.radius ?? 0)) ** 2;
        expect(weight).toBeGreaterThan(Math.PI * (disc?.radius ?? 0) ** 2);
      }
  });

  it('names a problem by its city before any code', () => {
    const places = [
      ...Array.from({ length: 40 }, (_, index) => place(`ok${index}`, 'operational', { value: 100 })),
      place('bad1', 'degraded', { name: 'A city of a very long name, longer than any map has room for' }),
    ];
    const { names } = layOut(places, options);
    expect(names[0]).toMatchObject({ urgent: true, city: 'A city of a very long n…' });
  });

  it('has no names inside the frame around enlarged places, and none across it', () => {
    const held = Array.from({ length: 8 }, (_, index) =>
      place(`eu${index}`, index === 0 ? 'degraded' : 'operational', { lon: 2 + index * 3 }),
    );
    const others = Array.from({ length: 12 }, (_, index) =>
      place(`af${index}`, 'degraded', { lat: 33 - index, lon: index * 3 }),
    );
    const inset = { codes: new Set(held.map(({ code }) => code)), label: 'Europe, 8 regions below' };
    const { names, inset: frame, marks } = layOut([...held, ...others], { ...options, inset });
    expect(marks).toHaveLength(20);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(({ place: { code } }) => code.startsWith('eu'))).toEqual([]);
    const { box, label } = frame ?? {};
    for (const {
      x,
      y,
      city,
      place: { code },
    } of names)
      for (const taken of [box, label]) {
        const right = x + options.measure(city ?? '') + 6 + options.measure(code);
        const isClear =
          taken !== undefined &&
          (right <= taken.left || x >= taken.right || y + 8.5 <= taken.top || y - 8.5 >= taken.bottom);
        expect(isClear).toBe(true);
      }
    expect(layOut(held, options).inset).toBeNull();
  });

  it('shows 527 regions without overlaps', () => {
    const places = Array.from({ length: 527 }, (_, index) =>
      place(`r${index}`, index % 50 === 0 ? 'degraded' : 'operational', {
        lat: 45 + (index % 23) * 0.6,
        lon: (index % 31) * 0.9,
      }),
    );
    const { marks } = layOut(places, options);
    expect(overlaps(marks, marks)).toBe(0);
  });
});

describe('the world plane', () => {
  it('has east to the right, north up, and land', () => {
    expect(project({ lat: 0, lon: 20 }).x).toBeGreaterThan(project({ lat: 0, lon: 10 }).x);
    expect(project({ lat: 20, lon: 0 }).y).toBeLessThan(project({ lat: 10, lon: 0 }).y);
    expect(worldPath(land).length).toBeGreaterThan(10_000);
  });
});
