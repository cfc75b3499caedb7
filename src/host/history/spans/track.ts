/** The spans of one subject in order, in one block of numbers: each ends where the next one begins. */

import type { SubjectSpans } from '../rows.ts';

/** Numbers a span. */
const stride = 4;
const [atFrom, atNotBefore, atWord, atOrigin] = [0, 1, 2, 3];
/** Endpoints share a number with the count of what was folded. */
const folds = 65_536;

/** A span without its end; times are epoch milliseconds. */
export interface TrackedSpan {
  readonly from: number;
  readonly notBefore: number | null;
  readonly word: number;
  readonly endpoint: number;
  readonly folded: number;
}

const none = { endpoint: 0, from: [], unknownFor: [], word: [] };

export class Track {
  #numbers: Float64Array<ArrayBuffer>;
  #count: number;

  /** @param spans - in order. */
  constructor(spans: Omit<SubjectSpans, 'subject'> = none) {
    const { endpoint, from, unknownFor, word } = spans;
    this.#count = from.length;
    this.#numbers = new Float64Array(stride * Math.max(1, from.length));
    for (const [index, begin] of from.entries()) {
      const place = index * stride;
      this.#numbers[place + atFrom] = begin;
      this.#numbers[place + atNotBefore] = begin - (unknownFor[index] ?? Number.NaN);
      this.#numbers[place + atWord] = word[index] ?? 0;
      this.#numbers[place + atOrigin] = endpoint * folds;
    }
  }

  get count(): number {
    return this.#count;
  }

  fromAt(index: number): number {
    // There may be room beyond the last one.
    return index < this.#count ? (this.#numbers[index * stride + atFrom] ?? 0) : Number.POSITIVE_INFINITY;
  }

  /** `Infinity` while it goes on. */
  toAt(index: number): number {
    return index + 1 < this.#count ? this.fromAt(index + 1) : Number.POSITIVE_INFINITY;
  }

  wordAt(index: number): number {
    return this.#numbers[index * stride + atWord] ?? 0;
  }

  at(index: number): TrackedSpan {
    const place = index * stride;
    const notBefore = this.#numbers[place + atNotBefore] ?? Number.NaN;
    const origin = this.#numbers[place + atOrigin] ?? 0;
    return {
      from: this.fromAt(index),
      notBefore: Number.isNaN(notBefore) ? null : notBefore,
      word: this.wordAt(index),
      endpoint: Math.floor(origin / folds),
      folded: origin % folds,
    };
  }

  /** The span that holds at a time; -1 before the first. */
  indexAt(time: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.fromAt(middle) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Takes the place of the one that begins at the same time. */
  put({ from, notBefore, word, endpoint, folded }: TrackedSpan): void {
    const before = this.indexAt(from);
    const isNew = before === -1 || this.fromAt(before) !== from;
    const index = isNew ? before + 1 : before;
    if (isNew) this.#makeRoom(index);
    const origin = endpoint * folds + Math.min(folded, folds - 1);
    this.#numbers.set([from, notBefore ?? Number.NaN, word, origin], index * stride);
  }

  /** Drops what ended at or before a time; the last one stays. */
  dropBefore(time: number): void {
    const kept = Math.max(0, this.indexAt(time));
    if (kept === 0) return;
    this.#numbers = this.#numbers.slice(kept * stride, this.#count * stride);
    this.#count -= kept;
  }

  #makeRoom(index: number): void {
    if (this.#numbers.length === this.#count * stride) {
      // Half as much again: most subjects have few spans, and there may be many subjects.
      const grown = new Float64Array((this.#count + (this.#count >> 1) + 1) * stride);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers.copyWithin((index + 1) * stride, index * stride, this.#count * stride);
    this.#count += 1;
  }
}
