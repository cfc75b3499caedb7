import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesOf, rowAfterKey, rowsBetween } from './row-keys.ts';

describe('a key pressed on row 5 of 1,000, 20 to a screen,', () => {
  test.each([
    ['ArrowDown', 6],
    ['ArrowUp', 4],
    ['PageDown', 25],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 999],
    ['Enter', null],
    ['x', null],
  ])('%s leads to %s', (key, to) => {
    expect(rowAfterKey(key, 5, 1000, 20)).toBe(to);
  });
});

test.each([
  ['ArrowUp', 0, 0],
  ['ArrowDown', 999, 999],
  ['PageDown', 990, 999],
])('%s on row %i stops at row %i', (key, from, to) => {
  expect(rowAfterKey(key, from, 1000, 20)).toBe(to);
});

test('no key leads anywhere in a table without rows', () => {
  expect(rowAfterKey('ArrowDown', 0, 0, 20)).toBeNull();
});

test.each([
  ['at the top', 0, 100, { first: 0, last: 2 }],
  ['with a row cut above and below', 10, 100, { first: 1, last: 2 }],
  ['at the end', 896, 2000, { first: 28, last: 29 }],
  ['before the table is in view', -500, -20, { first: 0, last: -2 }],
])('rows in view %s', (_, top, bottom, range) => {
  expect(rowsBetween(top, bottom, 32, 30)).toEqual(range);
});

describe('positions of rows', () => {
  const body = { shift: 0, height: 3200 };

  test('keep a focused row far from the others at its place', () => {
    expect(placesOf([3, 40, 41, 90], 32, body)).toEqual([
      { index: 3, gap: 96 },
      { index: 40, gap: 1152 },
      { index: 41, gap: 0 },
      { index: 90, gap: 1536 },
      { index: null, gap: 288 },
    ]);
  });

  test('fill the body exactly and in order, even if the scroll bar covers only a part of them', () => {
    const rows = fc.uniqueArray(fc.nat(10_000), { maxLength: 60 }).map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(rows, fc.nat(300_000), (indexes, shift) => {
        const placed = placesOf(indexes, 32, { shift, height: 3200 });
        expect(placed.map(({ index }) => index)).toEqual([...indexes, null]);
        const used = placed.reduce((sum, { index, gap }) => sum + gap + (index === null ? 0 : 32), 0);
        expect(used).toBe(3200);
      }),
    );
  });
});
