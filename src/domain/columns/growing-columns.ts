/** Columns that grow row by row from the bytes of a list; what they end as is plain data (column.ts). */

import { type Column, isMany, type NumberColumn, type TextColumn } from './column.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const zero = 0x30;
/** Integers of more digits may be past 2^53. */
const mostDigits = 15;

/** What is no position: the value is none that is read here, or goes on beyond the bytes at hand. */
export const otherwise = -1;
export const cut = -2;

const hashSeed = 0x811c9dc5 | 0;

/** FNV-1a, one byte on. */
function hashOn(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function larger<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(array: T, copy: T): T {
  copy.set(array);
  return copy;
}

/** Texts one after the other. */
class ByteTexts {
  #bytes = new Uint8Array(1 << 12);
  #ends = new Uint32Array(1 << 8);

  startOf(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
  }

  /** Puts a text behind those below `index`, over whatever was there. */
  put(index: number, bytes: Uint8Array, from: number, to: number): void {
    if (index === this.#ends.length) this.#ends = larger(this.#ends, new Uint32Array(2 * index));
    const start = this.startOf(index);
    const end = start + to - from;
    while (end > this.#bytes.length) this.#bytes = larger(this.#bytes, new Uint8Array(2 * this.#bytes.length));
    const own = this.#bytes;
    for (let at = start, read = from; at < end; at += 1, read += 1) own[at] = bytes[read] ?? 0;
    this.#ends[index] = end;
  }

  /** Puts a text of others. */
  take(index: number, others: ByteTexts, other: number): void {
    this.put(index, others.#bytes, others.startOf(other), others.startOf(other + 1));
  }

  isAt(index: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.startOf(index);
    if ((this.#ends[index] ?? 0) - start !== to - from) return false;
    const own = this.#bytes;
    for (let at = start, read = from; read < to; at += 1, read += 1) if (own[at] !== bytes[read]) return false;
    return true;
  }

  /** @throws TypeError where bytes are no text. */
  each(count: number): string[] {
    return Array.from({ length: count }, (_, index) =>
      decoder.decode(this.#bytes.subarray(this.startOf(index), this.#ends[index])),
    );
  }

  /**
   * All of them as one text, and where each ends in it.
   *
   * @throws TypeError where bytes are no text.
   */
  together(count: number): { readonly text: string; readonly ends: Uint32Array } {
    const text = decoder.decode(this.#bytes.subarray(0, this.startOf(count)));
    const ends = this.#ends.slice(0, count);
    // As many characters as bytes: all of it is ASCII.
    if (text.length === this.startOf(count)) return { text, ends };
    let units = 0;
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      for (; at < (this.#ends[index] ?? 0); at += 1) units += unitsBegunBy(this.#bytes[at] ?? 0);
      ends[index] = units;
    }
    return { text, ends };
  }
}

/** UTF-16 units of the character that a byte of UTF-8 begins. */
function unitsBegunBy(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte < 0xf0 ? 1 : 2;
}

/** Which of some texts another one is: an open table of their places by hash. */
class Places {
  #table = new Int32Array(1 << 9).fill(-1);
  /** Of the text at each place: whoever compares them seldom compares texts, and a larger table asks for none. */
  #hashes = new Int32Array(1 << 8);
  #count = 0;
  #free = 0;

  /** The place of a text among `texts`, -1 where it is none of them. */
  find(texts: ByteTexts, bytes: Uint8Array, from: number, to: number, hash: number): number {
    const table = this.#table;
    const last = table.length - 1;
    let slot = slotOf(hash) & last;
    for (;;) {
      const place = table[slot] ?? -1;
      if (place < 0 || (this.#hashes[place] === hash && texts.isAt(place, bytes, from, to))) {
        this.#free = slot;
        return place;
      }
      slot = (slot + 1) & last;
    }
  }

  /** Adds the text that was looked for last, which comes to stand behind the others. */
  add(hash: number): void {
    const place = this.#count;
    this.#table[this.#free] = place;
    if (place === this.#hashes.length) this.#hashes = larger(this.#hashes, new Int32Array(2 * place));
    this.#hashes[place] = hash;
    this.#count += 1;
    if (2 * this.#count > this.#table.length) this.#grow();
  }

  #grow(): void {
    const table = new Int32Array(2 * this.#table.length).fill(-1);
    const last = table.length - 1;
    for (let place = 0; place < this.#count; place += 1) {
      let slot = slotOf(this.#hashes[place] ?? 0) & last;
      while ((table[slot] ?? -1) >= 0) slot = (slot + 1) & last;
      table[slot] = place;
    }
    this.#table = table;
  }
}

function slotOf(hash: number): number {
  return hash ^ (hash >>> 15);
}

export type Fits = (bytes: Uint8Array, from: number, to: number) => boolean;

export interface GrowingColumn {
  /**
   * Reads the value of a row. It is read as often as the row is begun: one that was cut is begun again.
   *
   * @returns where it ends, `cut` or `otherwise`.
   */
  read(row: number, bytes: Uint8Array, start: number): number;
  /** @throws TypeError where bytes are no text. */
  column(count: number): Column;
}

abstract class GrowingTexts implements GrowingColumn {
  read(row: number, bytes: Uint8Array, start: number): number {
    const { length } = bytes;
    if (start >= length) return cut;
    if (bytes[start] !== quote) return otherwise;
    let hash = hashSeed;
    for (let end = start + 1; end < length; end += 1) {
      const byte = bytes[end] ?? 0;
      if (byte === quote) return this.put(row, bytes, start + 1, end, hash) ? end + 1 : otherwise;
      if (byte === backslash) return this.#readEscaped(row, bytes, start, end);
      if (byte < space) return otherwise;
      hash = hashOn(hash, byte);
    }
    return cut;
  }

  #readEscaped(row: number, bytes: Uint8Array, start: number, firstEscape: number): number {
    let end = firstEscape;
    while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
    if (end >= bytes.length) return cut;
    try {
      const read: unknown = JSON.parse(decoder.decode(bytes.subarray(start, end + 1)));
      // Half a character has no bytes.
      if (typeof read !== 'string' || !read.isWellFormed()) return otherwise;
      const text = encoder.encode(read);
      return this.put(row, text, 0, text.length, text.reduce(hashOn, hashSeed)) ? end + 1 : otherwise;
    } catch {
      return otherwise;
    }
  }

  /** @returns whether the text may stand there. */
  protected abstract put(row: number, bytes: Uint8Array, from: number, to: number, hash: number): boolean;

  abstract column(count: number): TextColumn;
}

/** Texts of which many may be alike: as long as few are different, each is held once. */
export class CommonTexts extends GrowingTexts {
  readonly #fits: Fits;
  readonly #places = new Places();
  #texts = new ByteTexts();
  #different = 0;
  #codes: Uint32Array<ArrayBuffer> | null = new Uint32Array(1 << 8);

  constructor(fits: Fits) {
    super();
    this.#fits = fits;
  }

  protected put(row: number, bytes: Uint8Array, from: number, to: number, hash: number): boolean {
    const known = this.#codes ? this.#places.find(this.#texts, bytes, from, to, hash) : -1;
    if (known < 0 && !this.#fits(bytes, from, to)) return false;
    if (this.#codes && known < 0 && isMany(this.#different, row)) this.#holdEach(row, this.#codes);
    if (!this.#codes) {
      this.#texts.put(row, bytes, from, to);
      return true;
    }
    if (row === this.#codes.length) this.#codes = larger(this.#codes, new Uint32Array(2 * row));
    this.#codes[row] = known < 0 ? this.#different : known;
    if (known >= 0) return true;
    this.#texts.put(this.#different, bytes, from, to);
    this.#places.add(hash);
    this.#different += 1;
    return true;
  }

  /** From one text for many rows to one for each. */
  #holdEach(rows: number, codes: Uint32Array): void {
    const all = new ByteTexts();
    for (let row = 0; row < rows; row += 1) all.take(row, this.#texts, codes[row] ?? 0);
    this.#texts = all;
    this.#codes = null;
  }

  column(count: number): TextColumn {
    if (!this.#codes) return { kind: 'pool', ...this.#texts.together(count), absent: null };
    return { kind: 'few', values: this.#texts.each(this.#different), codes: this.#codes.slice(0, count) };
  }
}

/** Texts of which no two may be alike. */
export class OwnTexts extends GrowingTexts {
  readonly #fits: Fits;
  readonly #places = new Places();
  readonly #texts = new ByteTexts();

  constructor(fits: Fits) {
    super();
    this.#fits = fits;
  }

  protected put(row: number, bytes: Uint8Array, from: number, to: number, hash: number): boolean {
    const known = this.#places.find(this.#texts, bytes, from, to, hash);
    if (known >= 0) return known === row;
    this.#texts.put(row, bytes, from, to);
    this.#places.add(hash);
    return this.#fits(bytes, from, to);
  }

  column(count: number): TextColumn {
    if (isMany(count - 1, count - 1)) return { kind: 'pool', ...this.#texts.together(count), absent: null };
    return {
      kind: 'few',
      values: this.#texts.each(count),
      codes: Uint32Array.from({ length: count }, (_, row) => row),
    };
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
    if (end >= length) return cut;
    const digits = end - start;
    if (digits === 0 || digits > mostDigits || (digits > 1 && bytes[start] === zero)) return otherwise;
    if (row === this.#values.length) this.#values = larger(this.#values, new Float64Array(2 * row));
    this.#values[row] = value;
    return end;
  }

  column(count: number): NumberColumn {
    return { kind: 'number', values: this.#values.slice(0, count), large: new Map() };
  }
}
