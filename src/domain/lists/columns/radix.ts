const radix = 1 << 16;
const digitBits = [0, 16] as const;

/**
 * Counts the values of each key's low and high 16 bits. If all rows are sorted, it reads the keys
 * sequentially: reading them in row order would miss the CPU cache.
 */
function digitCounts(order: Uint32Array, keys: Uint32Array): readonly [low: Uint32Array, high: Uint32Array] {
  const low = new Uint32Array(radix);
  const high = new Uint32Array(radix);
  const isEvery = order.length === keys.length;
  // Index loops here and below: the first sort runs before the browser has compiled this code, and iterators
  // are slow until then.
  for (let at = 0; at < order.length; at += 1) {
    const key = keys[isEvery ? at : (order[at] ?? 0)] ?? 0;
    low[key & 0xffff] = (low[key & 0xffff] ?? 0) + 1;
    high[key >>> 16] = (high[key >>> 16] ?? 0) + 1;
  }
  return [low, high];
}

/**
 * Sorts row numbers by one 32-bit key for each row. No row may occur twice. Rows with equal keys keep their
 * order.
 */
export function sortByKeys(order: Uint32Array, keys: Uint32Array): Uint32Array {
  const counts = digitCounts(order, keys);
  let from = order;
  for (const [digitIndex, shift] of digitBits.entries()) {
    const places = counts[digitIndex] ?? new Uint32Array(radix);
    if (!places.includes(from.length)) from = sortedByDigit(from, keys, shift, places);
  }
  return from;
}

/**
 * Does one pass of a radix sort, over 16 bits of the keys.
 * @param places - number of rows for each value of these bits; overwritten
 */
function sortedByDigit(from: Uint32Array, keys: Uint32Array, shift: number, places: Uint32Array): Uint32Array {
  let place = 0;
  for (let digit = 0; digit < radix; digit += 1) {
    const count = places[digit] ?? 0;
    places[digit] = place;
    place += count;
  }
  const to = new Uint32Array(from.length);
  for (let index = 0; index < from.length; index += 1) {
    const row = from[index] ?? 0;
    const digit = ((keys[row] ?? 0) >>> shift) & 0xffff;
    const at = places[digit] ?? 0;
    to[at] = row;
    places[digit] = at + 1;
  }
  return to;
}
