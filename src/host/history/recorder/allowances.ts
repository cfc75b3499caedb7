/**
 * How much that is new is kept of one endpoint: a service may send other names, words and rows with each answer, without end,
 * and all of them would be kept for 400 days (docs/understand/history.md).
 */

import type { Row } from '../rows.ts';

export interface Bounds {
  /** New rows of an endpoint that are kept at once; a hundred characters count as one more. */
  readonly most: number;
  /** What comes to that in a day. */
  readonly aDay: number;
  /** Where no more is left, words are told by the quarter of an hour. */
  readonly short: number;
  /** Names that are remembered of one list, those that are gone included. */
  readonly names: number;
  /** Names in memory of all lists of all deployments; status documents may add a tenth of that. */
  readonly allNames: number;
  /** Words that are remembered of the subjects of one kind, and as many more that are known. */
  readonly words: number;
  /** Rows of a list that have a number over time; of sums there may be as many more. */
  readonly series: number;
  /** Of one text. */
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

/** What a look says is more than is kept: nothing of it is. */
export class Excess extends Error {}

/** Message of the {@link Excess} that is no fault of the list itself. */
export const noRoomForNames = 'The record holds as many names as it may, of all deployments together.';

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

/** How dear a number is: it becomes an hour after two weeks. */
const valueCost = 0.02;

/**
 * What a row of a look at `at` takes; nothing where it makes another longer or each look has one.
 *
 * @throws Excess where a text of it is too long.
 */
export function costOf(row: Row, at: number, { characters }: Bounds): number {
  const texts = textsOf(row);
  if (texts.some((text) => text.length > characters))
    throw new Excess(`A text of it is longer than the ${characters} characters that are recorded.`);
  if (row.table === 'span') return row.from === at ? 1 : 0;
  if (row.table === 'value') return valueCost;
  if (row.table === 'log') return 1;
  return texts.length === 0 ? 0 : 1 + texts.reduce((sum, { length }) => sum + length, 0) / 100;
}
