/** Exact integer arithmetic: `number` in the safe range, `bigint` beyond 2^53. */

import type { Integer } from '#contract/resources.ts';

export function addIntegers(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return narrow(BigInt(a) + BigInt(b));
}

export function sumIntegers(all: Iterable<Integer>): Integer {
  let total: Integer = 0;
  for (const each of all) total = addIntegers(total, each);
  return total;
}

export function subtractIntegers(a: Integer, b: Integer): Integer {
  return addIntegers(a, -b);
}

/** Compares two integers by value, for sorting. A `number` equals a `bigint` of the same value. */
export function compareIntegers(a: Integer, b: Integer): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** Converts a `bigint` to a `number` if it is in the safe range. */
export function narrow(value: bigint): Integer {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

/** Sums many integers exactly with few `bigint` operations, and counts absent values. */
export class ExactSum {
  #small = 0;
  #large = 0n;
  #counted = 0;
  #missing = 0;

  add(value: Integer | null): void {
    if (value === null) {
      this.#missing += 1;
      return;
    }
    this.#counted += 1;
    const next = typeof value === 'number' ? this.#small + value : Number.NaN;
    if (Number.isSafeInteger(next)) {
      this.#small = next;
      return;
    }
    this.#large += BigInt(this.#small) + BigInt(value);
    this.#small = 0;
  }

  sum(): { readonly total: Integer; readonly counted: number; readonly missing: number } {
    return {
      total: narrow(this.#large + BigInt(this.#small)),
      counted: this.#counted,
      missing: this.#missing,
    };
  }
}
