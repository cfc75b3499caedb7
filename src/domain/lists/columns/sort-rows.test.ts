import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberColumn } from './column.ts';
import { sortByNumbers } from './sort-rows.ts';

const near = fc.integer({ min: -3, max: 40 });
const far = fc.oneof(near, fc.constantFrom(-0, 0.5, 2 ** 32, -(2 ** 40), 2 ** 53 - 1, 2 ** 60));

test.each([
  ['near each other', near],
  ['of any size', far],
])('rows are sorted by their numbers (%s): stable, absent numbers last', (_how, number) => {
  fc.assert(
    fc.property(fc.array(fc.option(number)), fc.boolean(), (numbers, descending) => {
      const rows = Uint32Array.from(numbers.keys()).toReversed();
      const has = (row: number) => numbers[row] !== null;
      const expected = [...rows].toSorted((a, b) => {
        if (!has(a) || !has(b)) return Number(has(b)) - Number(has(a));
        const difference = (numbers[a] ?? 0) - (numbers[b] ?? 0);
        return descending ? -difference : difference;
      });
      const column = numberColumn(numbers.length, (row) => numbers[row] ?? null);
      expect([...sortByNumbers(rows, column, descending)]).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});
