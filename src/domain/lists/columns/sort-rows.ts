/** Sorts rows by number or text. Rows without a value come last in both directions. */

import { compareIntegers } from '#domain/numbers/arithmetic.ts';
import { collationRanks, last } from './collation.ts';
import { type NumberColumn, numberAt, type TextColumn, textAt } from './column.ts';
import { sortByKeys } from './radix.ts';

/** Whether this computer is little-endian, which decides the order of a double's two halves. */
const lowHalfFirst = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export function sortByNumbers(order: Uint32Array, column: NumberColumn, descending: boolean): Uint32Array {
  const { values } = column;
  const steps = stepKeys(values, descending);
  if (steps) return sortByKeys(order, steps);
  const count = values.length;
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * count);
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) {
      low[row] = last;
      high[row] = last;
      continue;
    }
    // 0 and -0 must sort as equal.
    const upper = value === 0 ? 0 : (halves[2 * row + (lowHalfFirst ? 1 : 0)] ?? 0);
    const lower = halves[2 * row + (lowHalfFirst ? 0 : 1)] ?? 0;
    // The bits of positive doubles grow with the value; the bits of negative doubles shrink.
    const isInverted = (upper >>> 31 === 1) !== descending;
    low[row] = isInverted ? ~lower : lower;
    high[row] = upper >>> 31 === 1 ? (isInverted ? ~upper : upper) : (isInverted ? ~upper : upper) ^ 0x80000000;
  }
  return restoreExactOrder(sortByKeys(sortByKeys(order, low), high), column, descending);
}

/**
 * Computes 32-bit sort keys for integers in a small range: the distance from the minimum. Sorting by them is
 * half the work of sorting doubles.
 * @returns `null` if the values do not fit
 */
function stepKeys(values: Float64Array, descending: boolean): Uint32Array | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (!(most - least < last && Number.isSafeInteger(least) && Number.isSafeInteger(most))) return null;
  const keys = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? Number.NaN;
    const key = descending ? most - value : value - least;
    keys[row] = key;
    if (keys[row] === key) continue;
    if (!Number.isNaN(value)) return null;
    keys[row] = last;
  }
  return keys;
}

/** Sorts integers beyond 2^53 that round to the same double by their exact values. */
function restoreExactOrder(sorted: Uint32Array, column: NumberColumn, descending: boolean): Uint32Array {
  if (column.large.size === 0) return sorted;
  const { values, large } = column;
  const exactly = sorted.slice();
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const value = values[sorted[start] ?? 0];
    let exact = false;
    for (end = start; end < sorted.length && values[sorted[end] ?? 0] === value; end += 1)
      exact ||= large.has(sorted[end] ?? 0);
    if (end === start) end = start + 1;
    if (!exact) continue;
    const compare = (a: number, b: number) =>
      compareIntegers(numberAt(column, a) ?? 0, numberAt(column, b) ?? 0);
    const run = [...sorted.subarray(start, end)].toSorted((a, b) =>
      descending ? -compare(a, b) : compare(a, b),
    );
    exactly.set(run, start);
  }
  return exactly;
}

/** Ranks each row's text among all texts. Equal texts share a rank; an absent text has the rank `last`. */
export function textRanks(column: TextColumn): Uint32Array {
  if (column.kind === 'pool') return collationRanks(column.ends.length, (row) => textAt(column, row));
  const byCode = collationRanks(column.values.length, (code) => column.values[code] ?? null);
  return column.codes.map((code) => byCode[code] ?? last);
}

export function sortByRanks(order: Uint32Array, ranks: Uint32Array, descending: boolean): Uint32Array {
  const keys = descending ? ranks.map((rank) => (rank === last ? last : last - 1 - rank)) : ranks;
  return sortByKeys(order, keys);
}
