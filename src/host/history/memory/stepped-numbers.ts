/** Computes the value of a series at each poll: the file has a value only when it changes. */

import type { Amount, ValueRow } from '../rows.ts';

export class SteppedNumbers {
  readonly #values: readonly Pick<ValueRow, 'at' | 'value'>[];
  readonly #from: number;
  #place = 0;
  #current: Amount | null = null;
  #lastKnown: Amount | null = null;

  /**
   * Starts before the first value.
   * @param values - stored values in order of time.
   * @param from - time from which decreases are counted, in epoch milliseconds.
   */
  constructor(values: readonly Pick<ValueRow, 'at' | 'value'>[], from: number) {
    this.#values = values;
    this.#from = from;
  }

  /**
   * Steps to the poll at `at`.
   * @returns `value`: the value at this poll, `null` if its response had none. `falls`: number of decreases
   * since the poll before, each compared with the last known value.
   */
  until(at: number): { readonly value: Amount | null; readonly falls: number } {
    let falls = 0;
    for (let next = this.#values[this.#place]; next && next.at <= at; next = this.#values[this.#place]) {
      const { value } = next;
      if (value !== null && this.#lastKnown !== null && value < this.#lastKnown && next.at >= this.#from)
        falls += 1;
      this.#lastKnown = value ?? this.#lastKnown;
      this.#current = value;
      this.#place += 1;
    }
    return { value: this.#current, falls };
  }
}
