/**
 * Holds the spans of one subject in order, as one array of numbers. Each span ends where the next one begins.
 */

import type { SubjectSpans } from '../rows.ts';
import { indexAt } from './index-at.ts';

/** How many numbers of the array a span takes. */
const stride = 4;
const [atFrom, atNotBefore, atWord, atOrigin] = [0, 1, 2, 3];
/** Factor that packs two values into one number: endpoint * `folds` + number of rolled-up changes. */
const folds = 65_536;

/** A span without its end. Times are epoch milliseconds. */
export interface TrackedSpan {
  readonly from: number;
  readonly notBefore: number | null;
  readonly word: number;
  readonly endpoint: number;
  readonly folded: number;
}

const none = { endpoint: 0, from: [], unknownFor: [], word: [] };

export class Track {
  /**
   * Four numbers per span. A plain array of doubles: a typed array of a few numbers takes three times the
   * memory.
   */
  #numbers: readonly number[];

  /** Packs spans into one array. @param spans - in order of time. */
  constructor(spans: Omit<SubjectSpans, 'subject'> = none) {
    const { endpoint, from, unknownFor, word } = spans;
    this.#numbers = from.flatMap((begin, index) => [
      begin,
      begin - (unknownFor[index] ?? Number.NaN),
      word[index] ?? 0,
      endpoint * folds,
    ]);
  }

  get count(): number {
    return this.#numbers.length / stride;
  }

  fromAt(index: number): number {
    return this.#numbers[index * stride + atFrom] ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the end of a span in epoch milliseconds; `Infinity` for the open span. */
  toAt(index: number): number {
    return this.fromAt(index + 1);
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

  /** Finds the index of the span at `time`; -1 before the first span. */
  indexAt(time: number): number {
    return indexAt(this, time);
  }

  put({ from, notBefore, word, endpoint, folded }: TrackedSpan): void {
    const before = this.indexAt(from);
    const isNew = before === -1 || this.fromAt(before) !== from;
    const index = isNew ? before + 1 : before;
    const origin = endpoint * folds + Math.min(folded, folds - 1);
    // A new array has no spare capacity: there may be many subjects, and most have few spans.
    this.#numbers = [
      ...this.#numbers.slice(0, index * stride),
      from,
      notBefore ?? Number.NaN,
      word,
      origin,
      ...this.#numbers.slice((isNew ? index : index + 1) * stride),
    ];
  }

  dropBefore(time: number): void {
    const stored = Math.max(0, this.indexAt(time));
    if (stored === 0) return;
    this.#numbers = this.#numbers.slice(stored * stride);
  }
}
