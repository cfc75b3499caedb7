/** Stable radix sorts of row numbers. */

const radix = 1 << 16;

/** Row numbers of `order`, sorted by one 32-bit key of each row; equal keys keep their order. */
export function sortByKeys(order: Uint32Array, keys: Uint32Array): Uint32Array {
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
