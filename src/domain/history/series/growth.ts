/**
 * Computes the growth of subjects that exist at both ends of a window (docs/understand/history.md). Times are
 * in epoch milliseconds.
 */

import type { GrowthResponse } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { changeOf } from '#domain/lists/growth.ts';
import type { Growth, GrowthOf } from '#domain/lists/lookups.ts';
import { compareIntegers } from '#domain/numbers/arithmetic.ts';
import type { Window } from '../spans/shares.ts';
import { integerOf } from './fall-labels.ts';

const day = 86_400_000;

/**
 * Returns the window of growth: today (UTC) and the seven days before. A daily value counts at the start of
 * its day.
 */
export function growthWindow(now: number): Window {
  const today = Math.floor(now / day) * day;
  return { from: today - 7 * day, to: today + day };
}

/** Converts a response of `GET /history/:slug/growth`; `null` if it has nothing to compare. */
export function growthOf(
  { data, firstAt, lastAt }: Pick<GrowthResponse, 'data' | 'firstAt' | 'lastAt'>,
  version: string,
): Growth | null {
  if (firstAt === null || lastAt === null || data.length === 0) return null;
  return {
    version,
    of: new Map(
      data.map(({ key, first, last }) => [key, { first: integerOf(first) ?? 0, last: integerOf(last) ?? 0 }]),
    ),
    from: Date.parse(firstAt),
    to: Date.parse(lastAt),
  };
}

export interface Mover {
  readonly key: string;
  readonly change: Integer;
}

export function moversOf(
  of: ReadonlyMap<string, GrowthOf>,
  most: number,
): { readonly gains: readonly Mover[]; readonly losses: readonly Mover[] } {
  const ranked = Array.from(of, ([key, ends]) => ({ key, change: changeOf(ends) })).toSorted((a, b) =>
    compareIntegers(b.change, a.change),
  );
  return {
    gains: ranked.slice(0, most).filter(({ change }) => change > 0),
    losses: ranked
      .slice(-most)
      .toReversed()
      .filter(({ change }) => change < 0),
  };
}
