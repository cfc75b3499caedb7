import { expect, test } from 'vitest';
import { columnWidths } from './column-widths.ts';

test('columns that fit get the widths they ask for', () => {
  const wishes = ['10rem', undefined, '20%'];
  expect(columnWidths(wishes, 1000, 16)).toBe(wishes);
});

test("columns have the widths they ask for until the table's width is known", () => {
  const wishes = ['100rem'];
  expect(columnWidths(wishes, 0, 16)).toBe(wishes);
});

test.each([
  ['in proportion', ['30rem', '10rem'], ['75.00%', '25.00%']],
  ['with one that takes the rest', ['24rem', undefined], ['75.00%', '25.00%']],
  ['with shares of the whole', ['50%', '32rem'], ['25.85%', '74.15%']],
])('columns that do not fit are narrower %s', (_, wishes, widths) => {
  expect(columnWidths(wishes, 357, 16)).toEqual(widths);
});
