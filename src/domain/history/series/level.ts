/** Levels, such as nodes or bytes: a lower value is not the start of a new period. */

import type { SeriesPoint } from '#contract/history.ts';
import type { Integer } from '#contract/resources.ts';
import { subtractIntegers } from '#domain/numbers/arithmetic.ts';
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

/**
 * Newest points that may be lower bounds without hiding the change. After a start the host reads a sliced list region by
 * region: its first reading is truncated, and a point has the weakest claim of its readings.
 */
const newestTruncated = 2;

function isLowerBound({ claim }: SeriesPoint): boolean {
  return claim === 'at-least';
}

/** The change of a level over a series. `null` before three points, and if only a lower bound is known of either end. */
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

/** Removes falls, so that a line of levels continues where the value decreases. */
export function asLevel(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  return points.map((point) => ({ ...point, falls: 0 }));
}
