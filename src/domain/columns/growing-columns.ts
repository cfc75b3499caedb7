/** Columns that grow row by row from the bytes of a list; what they end as is plain data (column.ts). */

import { isMany, type NumberColumn, type TextColumn } from './column.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const hashSeed = 0x811c9dc5;

/** FNV-1a, one byte on. */
export function hashOn(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

function larger<T extends Uint8Array | Uint32Array | Float64Array>(array: T, copy: T): T {
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

  hashAt(index: number): number {
    let hash = hashSeed;
    for (let at = this.startOf(index); at < (this.#ends[index] ?? 0); at += 1)
      hash = hashOn(hash, this.#bytes[at] ?? 0);
    return hash;
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
  #count = 0;
  #free = 0;

  /** The place of a text among `texts`, -1 where it is none of them. */
  find(texts: ByteTexts, bytes: Uint8Array, from: number, to: number, hash: number): number {
    let slot = this.#slotOf(hash);
    for (;;) {
      const place = this.#table[slot] ?? -1;
      if (place < 0 || texts.isAt(place, bytes, from, to)) {
        this.#free = slot;
        return place;
      }
      slot = (slot + 1) & (this.#table.length - 1);
    }
  }

  /** Adds the text that was looked for last, and stands among `texts` by now. */
  add(texts: ByteTexts, place: number): void {
    this.#table[this.#free] = place;
    this.#count += 1;
    if (2 * this.#count <= this.#table.length) return;
    const before = this.#table;
    this.#table = new Int32Array(2 * before.length).fill(-1);
    for (const each of before) {
      if (each < 0) continue;
      let slot = this.#slotOf(texts.hashAt(each));
      while ((this.#table[slot] ?? -1) >= 0) slot = (slot + 1) & (this.#table.length - 1);
      this.#table[slot] = each;
    }
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#table.length - 1);
  }
}

export type Fits = (bytes: Uint8Array, from: number, to: number) => boolean;

/** A row is put at its place as often as it is begun: one that was cut is begun again. */
export interface GrowingTexts {
  /** @returns whether the text may stand there. */
  put(row: number, bytes: Uint8Array, from: number, to: number, hash: number): boolean;
  /** @throws TypeError where bytes are no text. */
  column(count: number): TextColumn;
}

/** Texts of which many may be alike: as long as few are different, each is held once. */
export class CommonTexts implements GrowingTexts {
  readonly #fits: Fits;
  readonly #places = new Places();
  #texts = new ByteTexts();
  #different = 0;
  #codes: Uint32Array<ArrayBuffer> | null = new Uint32Array(1 << 8);

  constructor(fits: Fits) {
    this.#fits = fits;
  }

  put(row: number, bytes: Uint8Array, from: number, to: number, hash: number): boolean {
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
    this.#places.add(this.#texts, this.#different);
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
export class OwnTexts implements GrowingTexts {
  readonly #fits: Fits;
  readonly #places = new Places();
  readonly #texts = new ByteTexts();

  constructor(fits: Fits) {
    this.#fits = fits;
  }

  put(row: number, bytes: Uint8Array, from: number, to: number, hash: number): boolean {
    const known = this.#places.find(this.#texts, bytes, from, to, hash);
    if (known >= 0) return known === row;
    this.#texts.put(row, bytes, from, to);
    this.#places.add(this.#texts, row);
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

export class GrowingNumbers {
  #values = new Float64Array(1 << 8);

  put(row: number, value: number): void {
    if (row === this.#values.length) this.#values = larger(this.#values, new Float64Array(2 * row));
    this.#values[row] = value;
  }

  column(count: number): NumberColumn {
    return { kind: 'number', values: this.#values.slice(0, count), large: new Map() };
  }
}
