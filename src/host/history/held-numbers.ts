/** Numbers of a series at its looks: one is written where it differs from the one before. */

import type { Amount, ValueRow } from './rows.ts';

export class HeldNumbers {
  readonly #values: readonly Pick<ValueRow, 'at' | 'value'>[];
  readonly #from: number;
  #place = 0;
  #held: Amount | null = null;
  #said: Amount | null = null;

  /**
   * @param values - in order of time.
   * @param from - epoch ms from which on falls are counted.
   */
  constructor(values: readonly Pick<ValueRow, 'at' | 'value'>[], from: number) {
    this.#values = values;
    this.#from = from;
  }

  /**
   * Goes on to a look, whose time is later than that of the look before it.
   *
   * @returns what it said, `null` where it did not; `falls` since the look before it, below the last number that was said.
   */
  until(at: number): { readonly value: Amount | null; readonly falls: number } {
    let falls = 0;
    for (let next = this.#values[this.#place]; next && next.at <= at; next = this.#values[this.#place]) {
      const { value } = next;
      if (value !== null && this.#said !== null && value < this.#said && next.at >= this.#from) falls += 1;
      this.#said = value ?? this.#said;
      this.#held = value;
      this.#place += 1;
    }
    return { value: this.#held, falls };
  }
}
