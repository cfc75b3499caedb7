/**
 * Builders of columns that grow row by row from the bytes of a list. The finished columns are plain data
 * (column.ts).
 */

import { type Column, isMany, type NumberColumn, type TextColumn } from '../column.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const zero = 0x30;
/** Maximum number of digits of an integer that is read here. A longer integer may be beyond 2^53. */
const maximumDigits = 15;

/**
 * Negative results of `read`: `unsupported` for a value of another form, `incomplete` for a value that
 * continues beyond the available bytes.
 */
export const unsupported = -1;
export const incomplete = -2;

/**
 * Maximum number of probes in the hash table. Only crafted texts with equal hashes need more; a list with
 * such texts is left to the JSON reader.
 */
const maximumProbes = 4096;

const hashSeed = 0x811c9dc5 | 0;

function hashOn(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function slotOf(hash: number, last: number): number {
  return (hash ^ (hash >>> 15)) & last;
}

function larger<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(array: T, copy: T): T {
  copy.set(array);
  return copy;
}

/**
 * Returns the number of UTF-16 units of the character that starts with this UTF-8 byte; 0 for a continuation
 * byte.
 */
function unitsBegunBy(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte < 0xf0 ? 1 : 2;
}

export type Fits = (bytes: Uint8Array, from: number, to: number) => boolean;

export interface GrowingColumn {
  /**
   * Reads the value at `start` as the value of `row`.
   * @returns the index after the value; `incomplete` if it continues beyond `bytes` (the caller reads the
   * whole row again when more bytes have arrived); `unsupported` if the value has another form
   */
  read(row: number, bytes: Uint8Array, start: number): number;
  /**
   * Builds the finished column of the first `count` rows.
   * @throws TypeError if a text is invalid UTF-8.
   */
  column(count: number): Column;
}

/**
 * Builder of a text column: a dictionary while few texts are distinct, otherwise one text for each row. It
 * has few, long functions on purpose: the first list is read before the browser has compiled much, and long
 * functions are compiled sooner.
 */
export class GrowingTexts implements GrowingColumn {
  readonly #fits: Fits;
  readonly #isUnique: boolean;
  /**
   * Concatenated texts, and the index at which each ends: each distinct text once, or one for each row if
   * `#codes` is `null`.
   */
  #bytes = new Uint8Array(1 << 12);
  #ends = new Uint32Array(1 << 8);
  /** Index of the row's text among the distinct texts; `null` if each row has a text of its own. */
  #codes: Uint32Array<ArrayBuffer> | null = new Uint32Array(1 << 8);
  /** Hash table with open addressing, from hash to index of a distinct text. An empty slot is -1. */
  #table = new Int32Array(1 << 9).fill(-1);
  #hashes = new Int32Array(1 << 8);
  #different = 0;

  /**
   * @param fits - tests the format of a text.
   * @param isUnique - whether no two rows may have the same text
   */
  constructor(fits: Fits, isUnique: boolean) {
    this.#fits = fits;
    this.#isUnique = isUnique;
  }

  read(row: number, bytes: Uint8Array, start: number): number {
    const { length } = bytes;
    if (start >= length) return incomplete;
    if (bytes[start] !== quote) return unsupported;
    let hash = hashSeed;
    for (let end = start + 1; end < length; end += 1) {
      const byte = bytes[end] ?? 0;
      if (byte === quote) return this.#put(row, bytes, start + 1, end, hash) ? end + 1 : unsupported;
      if (byte === backslash) return this.#readEscaped(row, bytes, start, end);
      if (byte < space) return unsupported;
      hash = hashOn(hash, byte);
    }
    return incomplete;
  }

  #readEscaped(row: number, bytes: Uint8Array, start: number, firstEscape: number): number {
    let end = firstEscape;
    while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
    if (end >= bytes.length) return incomplete;
    try {
      const read: unknown = JSON.parse(decoder.decode(bytes.subarray(start, end + 1)));
      // A lone surrogate has no UTF-8 form.
      if (typeof read !== 'string' || !read.isWellFormed()) return unsupported;
      const text = encoder.encode(read);
      return this.#put(row, text, 0, text.length, text.reduce(hashOn, hashSeed)) ? end + 1 : unsupported;
    } catch {
      return unsupported;
    }
  }

  /**
   * Stores the text of a row.
   * @returns whether the text is accepted; if not, the list is left to the JSON reader
   */
  #put(row: number, bytes: Uint8Array, from: number, to: number, hash: number): boolean {
    const codes = this.#codes;
    if (!codes) {
      if (!this.#fits(bytes, from, to)) return false;
      this.#append(row, bytes, from, to);
      return true;
    }
    const table = this.#table;
    const last = table.length - 1;
    let slot = slotOf(hash, last);
    let place = table[slot] ?? -1;
    let tries = maximumProbes;
    while (place >= 0 && !(this.#hashes[place] === hash && this.#isAt(place, bytes, from, to))) {
      tries -= 1;
      if (tries === 0) return false;
      slot = (slot + 1) & last;
      place = table[slot] ?? -1;
    }
    if (place >= 0) {
      if (this.#isUnique && place !== row) return false;
    } else {
      if (!this.#fits(bytes, from, to)) return false;
      place = this.#different;
      if (!this.#isUnique && isMany(place, row)) {
        this.#holdEach(row, codes);
        this.#append(row, bytes, from, to);
        return true;
      }
      this.#append(place, bytes, from, to);
      this.#add(place, slot, hash);
    }
    if (row === codes.length) this.#codes = larger(codes, new Uint32Array(2 * row));
    if (this.#codes) this.#codes[row] = place;
    return true;
  }

  #isAt(place: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#startOf(place);
    if ((this.#ends[place] ?? 0) - start !== to - from) return false;
    const own = this.#bytes;
    for (let at = start, read = from; read < to; at += 1, read += 1) if (own[at] !== bytes[read]) return false;
    return true;
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : (this.#ends[place - 1] ?? 0);
  }

  /** Writes a text as the one with index `place`. An earlier text there is overwritten. */
  #append(place: number, bytes: Uint8Array, from: number, to: number): void {
    if (place === this.#ends.length) this.#ends = larger(this.#ends, new Uint32Array(2 * place));
    const start = this.#startOf(place);
    const end = start + to - from;
    while (end > this.#bytes.length) this.#bytes = larger(this.#bytes, new Uint8Array(2 * this.#bytes.length));
    const own = this.#bytes;
    for (let at = start, read = from; at < end; at += 1, read += 1) own[at] = bytes[read] ?? 0;
    this.#ends[place] = end;
  }

  #add(place: number, slot: number, hash: number): void {
    this.#table[slot] = place;
    if (place === this.#hashes.length) this.#hashes = larger(this.#hashes, new Int32Array(2 * place));
    this.#hashes[place] = hash;
    this.#different = place + 1;
    if (2 * this.#different > this.#table.length) this.#widen();
  }

  #widen(): void {
    const table = new Int32Array(2 * this.#table.length).fill(-1);
    const last = table.length - 1;
    for (let place = 0; place < this.#different; place += 1) {
      const hash = this.#hashes[place] ?? 0;
      let slot = slotOf(hash, last);
      while ((table[slot] ?? -1) >= 0) slot = (slot + 1) & last;
      table[slot] = place;
    }
    this.#table = table;
  }

  #holdEach(rows: number, codes: Uint32Array): void {
    const all = new GrowingTexts(this.#fits, false);
    for (let row = 0; row < rows; row += 1) {
      const place = codes[row] ?? 0;
      all.#append(row, this.#bytes, this.#startOf(place), this.#ends[place] ?? 0);
    }
    this.#bytes = all.#bytes;
    this.#ends = all.#ends;
    this.#codes = null;
    this.#table = new Int32Array(0);
    this.#hashes = new Int32Array(0);
  }

  column(count: number): TextColumn {
    const codes = this.#codes;
    if (!codes || (this.#isUnique && isMany(count - 1, count - 1)))
      return { kind: 'pool', ...this.#together(count), absent: null };
    const values = Array.from({ length: this.#different }, (_, place) =>
      decoder.decode(this.#bytes.subarray(this.#startOf(place), this.#ends[place])),
    );
    return { kind: 'few', values, codes: codes.slice(0, count) };
  }

  #together(count: number): { readonly text: string; readonly ends: Uint32Array } {
    const text = decoder.decode(this.#bytes.subarray(0, this.#startOf(count)));
    const ends = this.#ends.slice(0, count);
    // There are as many characters as bytes, so the texts are ASCII and the ends are right.
    if (text.length === this.#startOf(count)) return { text, ends };
    let units = 0;
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      // Concatenated bytes may be valid UTF-8 although a single text is not.
      if (at < (this.#ends[index] ?? 0) && unitsBegunBy(this.#bytes[at] ?? 0) === 0)
        throw new TypeError('A text begins within a character.');
      for (; at < (this.#ends[index] ?? 0); at += 1) units += unitsBegunBy(this.#bytes[at] ?? 0);
      ends[index] = units;
    }
    return { text, ends };
  }
}

export class GrowingNumbers implements GrowingColumn {
  #values = new Float64Array(1 << 8);

  read(row: number, bytes: Uint8Array, start: number): number {
    const { length } = bytes;
    let end = start;
    let value = 0;
    for (; end < length; end += 1) {
      const digit = (bytes[end] ?? 0) - zero;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (end >= length) return incomplete;
    const digits = end - start;
    if (digits === 0 || digits > maximumDigits || (digits > 1 && bytes[start] === zero)) return unsupported;
    if (row === this.#values.length) this.#values = larger(this.#values, new Float64Array(2 * row));
    this.#values[row] = value;
    return end;
  }

  column(count: number): NumberColumn {
    return { kind: 'number', values: this.#values.slice(0, count), large: new Map() };
  }
}
