import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowAfterKey, rowsBetween, runsOf } from './row-keys.ts';

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

test('a focused row far from the window keeps its place apart', () => {
  expect(runsOf([3, 40, 41, 42, 90])).toEqual([
    [3, 4],
    [40, 43],
    [90, 91],
  ]);
});

test('runs hold exactly the rows they were made of', () => {
  const rows = fc.uniqueArray(fc.nat(200)).map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(rows, (indexes) => {
      const back = runsOf(indexes).flatMap(([from, to]) =>
        Array.from({ length: to - from }, (_, index) => from + index),
      );
      expect(back).toEqual(indexes);
    }),
  );
});
