/**
 * Limits for new names, words and rows of one endpoint: a service could send other names, words and rows in each response, and all of
 * them would be stored for 400 days (docs/understand/history.md).
 */

import type { Row } from '../rows.ts';

export interface Bounds {
  /** New rows of an endpoint that are stored at once. A hundred characters count as one more row. */
  readonly most: number;
  readonly aDay: number;
  /** Below this rest of the allowance, changes are rolled up by quarter of an hour. */
  readonly short: number;
  /** Names in memory per list, including those that vanished. */
  readonly names: number;
  /** Names in memory of all lists of all deployments. Status documents may add a tenth. */
  readonly allNames: number;
  /** Words in memory per kind of subject; twice as many for known words. */
  readonly words: number;
  /** Rows per list with a series; as many more for sums. */
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

/** The response is over the limits, so nothing of it is recorded. */
export class Excess extends Error {}

/** Message of an {@link Excess} that is not caused by the list itself. */
export const noRoomForNames = 'The history has reached its limit of names for all deployments together.';

const day = 86_400_000;

export class Allowances {
  readonly bounds: Bounds;
  readonly #left = new Map<string, { readonly amount: number; readonly at: number }>();

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /** @param at - epoch milliseconds. */
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

/** Cost of a value row. Low, because it is rolled up after two weeks. */
const valueCost = 0.02;

/**
 * Cost of a row of the poll at `at`. 0 for rows that extend another, or that every poll has.
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
