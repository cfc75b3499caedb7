/** Numbers that are levels, like nodes or bytes: they may go down, and nothing begins anew then. Pure. */

import type { SeriesPoint } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { subtractIntegers } from '../figures/arithmetic.ts';
import { integerOf } from './fall-labels.ts';

export interface LevelChange {
  readonly by: Integer;
  /** Epoch milliseconds of the first poll, if the record begins within the requested time; otherwise `null`. */
  readonly since: number | null;
}

/** A point may begin before the record does: its observed time is at its end. */
function firstPollIn({ from, to, observedSeconds }: SeriesPoint): number {
  return Math.max(Date.parse(from), Date.parse(to) - 1_000 * observedSeconds);
}

/** What a level came to over a series; `null` before three points, and where a lower bound says nothing of it. */
export function levelChange(points: readonly SeriesPoint[]): LevelChange | null {
  const told = points.filter(({ first }) => first !== null);
  const [start, end] = [told[0], told.at(-1)];
  if (!start || !end || told.length < 3 || start.claim === 'at-least' || end.claim === 'at-least') return null;
  const [before, after] = [integerOf(start.first), integerOf(end.last)];
  if (before === null || after === null) return null;
  return {
    by: subtractIntegers(after, before),
    since: points.indexOf(start) > 1 ? firstPollIn(start) : null,
  };
}

/** A series whose line goes on where it goes down. */
export function asLevel(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  return points.map((point) => ({ ...point, falls: 0 }));
}
