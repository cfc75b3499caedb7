import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convexHull } from '../map/layout/hull.ts';
import { anchorOf, fitView, keepInView, type Point, panBy, readView, writeView, zoomAt } from './map-view.ts';

const size = { width: 800, height: 400 };
const whole: readonly [Point, Point] = [
  { x: 0, y: 0 },
  { x: 1000, y: 400 },
];
const drawn = (point: Point, view: { x: number; y: number; scale: number }) => ({
  x: point.x * view.scale + view.x,
  y: point.y * view.scale + view.y,
});

describe('the map view', () => {
  it('shows all points with a margin, or the whole world without points', () => {
    const coordinate = fc.double({ min: 0, max: 1000, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 1 }), (points) => {
        const view = fitView(points, size, 20, whole);
        for (const point of points) {
          const { x, y } = drawn(point, view);
          expect(x).toBeGreaterThanOrEqual(19.99);
          expect(x).toBeLessThanOrEqual(780.01);
          expect(y).toBeGreaterThanOrEqual(19.99);
          expect(y).toBeLessThanOrEqual(380.01);
        }
      }),
    );
    expect(drawn({ x: 500, y: 200 }, fitView([], size, 20, whole))).toEqual({ x: 400, y: 200 });
  });

  it('zooms around the pointer and within its limits', () => {
    const view = fitView([], size, 0, whole);
    const closer = zoomAt(view, { x: 100, y: 50 }, 2);
    const under = { x: (100 - view.x) / view.scale, y: (50 - view.y) / view.scale };
    expect(drawn(under, closer).x).toBeCloseTo(100);
    expect(drawn(under, closer).y).toBeCloseTo(50);
    expect(zoomAt(view, { x: 0, y: 0 }, 1e9).scale).toBe(40);
  });

  it('cannot be moved off the world', () => {
    const lost = keepInView(panBy(fitView([], size, 0, whole), 1e6, -1e6), size, whole);
    expect(drawn({ x: 0, y: 400 }, lost)).toEqual({ x: 400, y: 200 });
  });

  it('is read back from the address unchanged', () => {
    const view = zoomAt(fitView([], size, 20, whole), { x: 30, y: 90 }, 3.3);
    const back = readView(writeView(view, size), size);
    expect(back?.scale).toBeCloseTo(view.scale, 1);
    expect(back?.x).toBeCloseTo(view.x, -1);
  });

  it.each([null, '', '1~2', '1~2~0', 'a~b~c', '1~2~3~4', '9999999~1~1', '1e3~1~1'])(
    'falls back to the default for the address value %s',
    (text) => {
      expect(readView(text, size)).toBeNull();
    },
  );
});

describe('the outline of a zone', () => {
  it('encloses all its points', () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
      { x: 0, y: 10 },
    ];
    expect(convexHull([...corners, { x: 5, y: 5 }, { x: 5, y: 0 }])).toHaveLength(4);
    expect(convexHull([{ x: 1, y: 1 }])).toEqual([{ x: 1, y: 1 }]);
  });
});

it('the drawn area reaches the edges of the screen until it is redrawn', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -5000, max: 5000, noNaN: true }),
      fc.double({ min: -5000, max: 5000, noNaN: true }),
      (x, y) => {
        const anchor = anchorOf({ x, y }, size);
        expect(Math.abs(x - anchor.x)).toBeLessThanOrEqual(anchor.reach.x);
        expect(Math.abs(y - anchor.y)).toBeLessThanOrEqual(anchor.reach.y);
      },
    ),
  );
});
