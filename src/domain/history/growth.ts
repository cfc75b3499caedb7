/** What grew and shrank: of those only that both ends of a time have (docs/understand/history.md). Pure; times are epoch milliseconds. */

import type { GrowthAnswer } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { compareIntegers } from '../figures/arithmetic.ts';
import { changeOf } from '../lists/growth.ts';
import type { Growth, GrowthOf } from '../lists/lookups.ts';
import { integerOf } from './fall-labels.ts';
import type { Window } from './shares.ts';

const day = 86_400_000;

/** Seven days back from today's, UTC: a value a day is told at its begin. */
export function growthWindow(now: number): Window {
  const today = Math.floor(now / day) * day;
  return { from: today - 7 * day, to: today + day };
}

/** `null` where there is nothing to compare. */
export function growthOf(
  { data, firstAt, lastAt }: Pick<GrowthAnswer, 'data' | 'firstAt' | 'lastAt'>,
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

/** Who gained and who lost most, the largest first. */
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
