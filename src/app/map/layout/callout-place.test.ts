import { assert, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeCallout } from './callout-place.ts';
import { boxOf, meets } from './labels.ts';

const room = { width: 900, height: 420 };
const size = { width: 160, height: 64 };

describe('the position of a callout', () => {
  it('is right of its mark, or left of it near the right edge', () => {
    const middle = placeCallout({ x: 300, y: 200, radius: 6 }, size, room);
    expect(middle).toEqual({ x: 318, y: 168 });
    expect(placeCallout({ x: 880, y: 200, radius: 6 }, size, room)).toEqual({ x: 702, y: 168 });
  });

  it('stays inside the map in its corners', () => {
    expect(placeCallout({ x: 2, y: 1, radius: 6 }, size, room)).toEqual({ x: 20, y: 4 });
    expect(placeCallout({ x: 899, y: 419, radius: 6 }, size, room)).toEqual({ x: 721, y: 352 });
  });

  it('is below or above if there is no room beside the mark', () => {
    const narrow = { width: 200, height: 300 };
    expect(placeCallout({ x: 100, y: 40, radius: 6 }, size, narrow)).toEqual({ x: 20, y: 58 });
    expect(placeCallout({ x: 100, y: 280, radius: 6 }, size, narrow)).toEqual({ x: 20, y: 198 });
  });

  it('never covers the mark, nor leaves a map that has room for it', () => {
    const number = (least: number, most: number) => double({ min: least, max: most, noNaN: true });
    assert(
      property(number(0, 358), number(0, 200), number(1.6, 10), number(40, 240), (x, y, radius, width) => {
        const mark = { x, y, radius };
        const map = { width: 358, height: 200 };
        const words = { width, height: 60 };
        const corner = placeCallout(mark, words, map);
        const box = {
          left: corner.x,
          top: corner.y,
          right: corner.x + words.width,
          bottom: corner.y + words.height,
        };
        expect(meets(box, boxOf(mark))).toBe(false);
        expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(map.width);
        expect(box.bottom).toBeLessThanOrEqual(map.height);
      }),
    );
  });
});
