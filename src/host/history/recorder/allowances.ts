/**
 * Limits the new names, words and rows that are recorded of one endpoint. A service could send others in each
 * response, and all of them would be stored for 400 days (docs/understand/history.md).
 */

import type { Row } from '../rows.ts';

export interface Bounds {
  /**
   * Maximum allowance of an endpoint: new rows that are stored at once. `aDay` rows are added per day. A
   * hundred characters count as one more row.
   */
  readonly most: number;
  readonly aDay: number;
  /**
   * Minimum allowance for storing each change. With less left, changes are rolled up by quarter of an hour.
   */
  readonly short: number;
  /** Maximum number of names in memory per list, including names that vanished. */
  readonly names: number;
  /**
   * Maximum number of names in memory, of all deployments together. Names from status documents may exceed it
   * by 10 %, so that full lists do not stop the recording of components.
   */
  readonly allNames: number;
  /**
   * Maximum number of status words in memory per kind of subject. Words with a known severity may use twice
   * as many.
   */
  readonly words: number;
  /** Maximum number of rows per list with a series each. Sums may use as many again. */
  readonly series: number;
  readonly characters: number;
}

export const usualBounds: Bounds = {
  most: 1_000_000,
  aDay: 60_000,
  short: 50_000,
  names: 200_000,
  allNames: 1_000_000,
  words: 20_000,
  series: 2_000,
  characters: 65_536,
};

/** A response exceeds the limits, so nothing of it is recorded. */
export class Excess extends Error {}

/** Message of an {@link Excess} that all lists together cause, not the list itself. */
export const noRoomForNames = 'The history has reached its limit of names for all deployments together.';

const day = 86_400_000;

export class Allowances {
  readonly bounds: Bounds;
  readonly #left = new Map<string, { readonly amount: number; readonly at: number }>();

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /** Computes the allowance that an endpoint has left. @param at - epoch milliseconds. */
  left(endpoint: string, at: number): number {
    const { most, aDay } = this.bounds;
    const known = this.#left.get(endpoint);
    return known ? Math.min(most, known.amount + (aDay * Math.max(0, at - known.at)) / day) : most;
  }

  spend(endpoint: string, at: number, amount: number): void {
    this.#left.set(endpoint, { amount: this.left(endpoint, at) - amount, at });
  }
}

function textsOf(row: Row): readonly string[] {
  if (row.table === 'subject' || row.table === 'item') return [row.key];
  if (row.table === 'word') return [row.text];
  if (row.table === 'series') return [row.name];
  if (row.table === 'content') return [row.body];
  return row.table === 'change' ? [row.key, row.before ?? '', row.after ?? ''] : [];
}

/**
 * Cost of a value row, as a share of one row of the allowance. It is low, because values are rolled up after
 * two weeks.
 */
const valueCost = 0.02;

/**
 * Computes how much of the allowance a row of the poll at `at` uses. 0 for rows that extend another, or that
 * every poll has.
 * @throws Excess if one of its texts is too long.
 */
export function costOf(row: Row, at: number, { characters }: Bounds): number {
  const texts = textsOf(row);
  if (texts.some((text) => text.length > characters))
    throw new Excess(`One of its texts is longer than the limit of ${characters} characters.`);
  if (row.table === 'span') return row.from === at ? 1 : 0;
  if (row.table === 'value') return valueCost;
  if (row.table === 'log') return 1;
  return texts.length === 0 ? 0 : 1 + texts.reduce((sum, { length }) => sum + length, 0) / 100;
}
