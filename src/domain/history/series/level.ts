/**
 * Evaluates levels, such as nodes or bytes. Unlike with counts, a lower value is a decrease, not the start of
 * a new period.
 */

import type { SeriesPoint } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { subtractIntegers } from '#domain/numbers/arithmetic.ts';
import { integerOf } from './fall-labels.ts';

export interface LevelChange {
  readonly by: Integer;
  /**
   * When the first poll took place, if the history begins within the requested time; `null` otherwise. Epoch
   * milliseconds.
   */
  readonly since: number | null;
}

/**
 * Returns when the first poll of a series point took place, in epoch milliseconds. A point may begin before
 * the history does: then its observed time is at its end.
 */
function firstPollIn({ from, to, observedSeconds }: SeriesPoint): number {
  return Math.max(Date.parse(from), Date.parse(to) - 1_000 * observedSeconds);
}

/**
 * Number of newest points that may be lower bounds without hiding the change. After its start, the host reads
 * a sliced list region by region. Its first reading is truncated, and a point has the weakest completeness
 * claim of its readings.
 */
const newestTruncated = 2;

function isLowerBound({ claim }: SeriesPoint): boolean {
  return claim === 'at-least';
}

/**
 * Returns the change of a level over a series; `null` if there are fewer than three points, or if only a
 * lower bound is known of either end.
 */
export function levelChange(points: readonly SeriesPoint[]): LevelChange | null {
  const known = points.filter(({ first }) => first !== null);
  const start = known[0];
  const end = known.slice(-1 - newestTruncated).findLast((point) => !isLowerBound(point));
  if (!start || !end || known.length < 3 || start === end || isLowerBound(start)) return null;
  const [before, after] = [integerOf(start.first), integerOf(end.last)];
  if (before === null || after === null) return null;
  return {
    by: subtractIntegers(after, before),
    since: points.indexOf(start) > 1 ? firstPollIn(start) : null,
  };
}

/** Removes the falls from points, so that the line of a level continues where the value decreases. */
export function asLevel(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  return points.map((point) => ({ ...point, falls: 0 }));
}
