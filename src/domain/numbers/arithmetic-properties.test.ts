import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addIntegers, compareIntegers, narrow, subtractIntegers, sumIntegers } from './arithmetic.ts';

const integer = fc.oneof(
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }),
  fc.bigInt({ min: -(2n ** 200n), max: -(2n ** 53n) }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2n ** 53n),
);

test('sums and differences have every digit, and are numbers if and only if they are safe', () => {
  fc.assert(
    fc.property(integer, integer, (a, b) => {
      for (const [result, expected] of [
        [addIntegers(a, b), BigInt(a) + BigInt(b)],
        [subtractIntegers(a, b), BigInt(a) - BigInt(b)],
      ] as const) {
        expect(BigInt(result)).toBe(expected);
        expect(typeof result).toBe(Number.isSafeInteger(Number(expected)) ? 'number' : 'bigint');
      }
    }),
    { numRuns: 1000 },
  );
});

test('the order of additions does not matter', () => {
  fc.assert(
    fc.property(fc.array(integer), (all) => {
      const total = sumIntegers(all);
      expect(sumIntegers(all.toReversed())).toBe(total);
      expect(BigInt(total)).toBe(all.reduce<bigint>((sum, each) => sum + BigInt(each), 0n));
    }),
  );
});

test('numbers and bigints compare by value, exactly', () => {
  fc.assert(
    fc.property(integer, integer, (a, b) => {
      const [left, right] = [BigInt(a), BigInt(b)];
      expect(compareIntegers(a, b)).toBe(left === right ? 0 : left < right ? -1 : 1);
    }),
  );
});

test('narrowing keeps the value', () => {
  fc.assert(
    fc.property(integer, (each) => {
      expect(BigInt(narrow(BigInt(each)))).toBe(BigInt(each));
    }),
  );
});

test('a number and a bigint of the same value are equal', () => {
  expect(compareIntegers(5, 5n)).toBe(0);
  expect(compareIntegers(5n, 6)).toBe(-1);
  expect(compareIntegers(6, 5n)).toBe(1);
});
