import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyHeight, type Heights, RowScroll, tallest } from './row-scroll.ts';

const screen = 900;
/** Heights of a million rows on a phone, where each has two lines. Pixels. */
const huge: Heights = { rows: 58_000_000, screen };

test('rows that fit move with the scroll bar', () => {
  const scroll = new RowScroll();
  const heights = { rows: tallest, screen };
  for (const scrolled of [-300, 0, 1, 10_000, tallest - screen, tallest]) {
    expect(scroll.place(scrolled, heights)).toBe(scrolled);
    expect(scroll.shift).toBe(0);
  }
});

describe('rows taller than any element', () => {
  test('give no element above the limit', () => {
    expect(bodyHeight(huge)).toBe(tallest);
  });

  test('have the first and last row at the ends of the scroll bar', () => {
    const ways = fc.array(fc.integer({ min: -1000, max: tallest + 1000 }), { maxLength: 20 });
    fc.assert(
      fc.property(ways, (way) => {
        const scroll = new RowScroll();
        for (const scrolled of way) scroll.place(scrolled, huge);
        expect(scroll.place(0, huge)).toBe(0);
        for (const scrolled of way) scroll.place(scrolled, huge);
        expect(scroll.place(tallest - screen, huge)).toBe(huge.rows - screen);
      }),
    );
  });

  test('move by the same distance for a short scroll, and follow the bar for a jump', () => {
    const scroll = new RowScroll();
    const middle = scroll.place((tallest - screen) / 2, huge);
    expect(middle).toBeCloseTo((huge.rows - screen) / 2, 3);
    expect(scroll.place((tallest - screen) / 2 + 120, huge)).toBeCloseTo(middle + 120, 3);
  });

  test('can be scrolled to any place, which then stays', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: huge.rows }), (place) => {
        const scroll = new RowScroll();
        const scrolled = scroll.goTo(place, huge);
        expect(scrolled).toBeLessThanOrEqual(tallest);
        // A browser may round the scroll position to whole pixels.
        const rounded = scroll.place(Math.round(scrolled), huge);
        expect(Math.abs(rounded - place)).toBeLessThanOrEqual(1);
        expect(scroll.shift).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
