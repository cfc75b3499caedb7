import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from './group-lines.ts';

test('a head is before the first row of its group', () => {
  const lines = linesOf(5, [0, 3]);
  // Lines of the table: head, 0, 1, 2, head, 3, 4.
  expect(lines.count).toBe(7);
  expect([0, 1, 2, 3, 4].map(lines.of)).toEqual([1, 2, 3, 5, 6]);
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(lines.rowsBefore)).toEqual([0, 0, 1, 2, 3, 3, 4, 5]);
});

test('every row has its line, with or without heads', () => {
  const tables = fc.nat(60).chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      firsts: fc.uniqueArray(fc.nat(Math.max(0, rows - 1)), { maxLength: rows }),
    }),
  );
  fc.assert(
    fc.property(tables, ({ rows, firsts }) => {
      const lines = linesOf(
        rows,
        firsts.toSorted((a, b) => a - b),
      );
      for (let row = 0; row < rows; row += 1) {
        expect(lines.rowsBefore(lines.of(row))).toBe(row);
        expect(lines.rowsBefore(lines.of(row) + 1)).toBe(row + 1);
      }
      expect(lines.rowsBefore(lines.count)).toBe(rows);
    }),
  );
});
