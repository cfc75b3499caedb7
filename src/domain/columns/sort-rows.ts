/** Orders of rows: stable radix sorts of row numbers, with rows that have nothing to compare last in either direction. */

import { compareIntegers } from '../arithmetic.ts';
import { collator } from '../listing.ts';
import { type NumberColumn, numberAt, type TextColumn, textAt } from './column.ts';

const radix = 1 << 16;
const last = 0xffffffff;

/** Row numbers of `order`, sorted by one 32-bit key of each row; equal keys keep their order. */
function sortByKeys(order: Uint32Array, keys: Uint32Array): Uint32Array {
  let from = order;
  for (const shift of [0, 16]) {
    const places = new Uint32Array(radix);
    for (const row of from) {
      const digit = ((keys[row] ?? 0) >>> shift) & 0xffff;
      places[digit] = (places[digit] ?? 0) + 1;
    }
    if (places.includes(from.length)) continue;
    let place = 0;
    for (let digit = 0; digit < radix; digit += 1) {
      const count = places[digit] ?? 0;
      places[digit] = place;
      place += count;
    }
    const to = new Uint32Array(from.length);
    for (const row of from) {
      const digit = ((keys[row] ?? 0) >>> shift) & 0xffff;
      const at = places[digit] ?? 0;
      to[at] = row;
      places[digit] = at + 1;
    }
    from = to;
  }
  return from;
}

/** Whether this machine stores the lower half of a double first. */
const lowHalfFirst = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export function sortByNumbers(order: Uint32Array, column: NumberColumn, descending: boolean): Uint32Array {
  const { values } = column;
  const count = values.length;
  // A zero may have either sign, and both are equal.
  const halves = new Uint32Array(values.map((value) => value + 0).buffer);
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) {
    if (Number.isNaN(values[row])) {
      low[row] = last;
      high[row] = last;
      continue;
    }
    const upper = halves[2 * row + (lowHalfFirst ? 1 : 0)] ?? 0;
    const lower = halves[2 * row + (lowHalfFirst ? 0 : 1)] ?? 0;
    // The bits of positive doubles grow with them, those of negative ones the other way round.
    const turned = (upper >>> 31 === 1) !== descending;
    low[row] = turned ? ~lower : lower;
    high[row] = upper >>> 31 === 1 ? (turned ? ~upper : upper) : (turned ? ~upper : upper) ^ 0x80000000;
  }
  return restoreExactOrder(sortByKeys(sortByKeys(order, low), high), column, descending);
}

/** Integers past 2^53 that round to one double are told apart by all their digits. */
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

/** Row → place of its text among all texts, equal ones in one place; `last` where there is none. */
export function textRanks(column: TextColumn): Uint32Array {
  if (column.kind === 'few') {
    const byCode = ranksOf(column.values);
    return column.codes.map((code) => byCode[code] ?? last);
  }
  return ranksOf(Array.from(column.ends, (_, row) => textAt(column, row)));
}

function ranksOf(texts: readonly (string | null)[]): Uint32Array {
  const order = Array.from(texts.keys()).filter((index) => texts[index] !== null);
  order.sort((a, b) => collator.compare(texts[a] ?? '', texts[b] ?? ''));
  const ranks = new Uint32Array(texts.length).fill(last);
  let rank = 0;
  for (const [place, index] of order.entries()) {
    const before = texts[order[place - 1] ?? index] ?? '';
    if (place > 0 && collator.compare(before, texts[index] ?? '') !== 0) rank = place;
    ranks[index] = rank;
  }
  return ranks;
}

export function sortByRanks(order: Uint32Array, ranks: Uint32Array, descending: boolean): Uint32Array {
  const keys = descending ? ranks.map((rank) => (rank === last ? last : last - 1 - rank)) : ranks;
  return sortByKeys(order, keys);
}
