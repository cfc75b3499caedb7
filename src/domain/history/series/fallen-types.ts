import type { GrowthResponse, SeriesPoint } from '#contract/history.ts';
import type { Window } from '../spans/shares.ts';
import { spanOf } from './series-lines.ts';

export interface FallMoment {
  /** Time in which the fall lies: from the start of the point before to the end of the fall's point. */
  readonly window: Window;
  readonly at: number;
  readonly sources: readonly string[];
}

/**
 * Returns the falls of all sources, in order. Falls in the same point are one moment. All series must have
 * the same points.
 */
export function fallMoments(
  series: readonly { readonly source: string; readonly points: readonly SeriesPoint[] }[],
): readonly FallMoment[] {
  const moments = new Map<number, FallMoment>();
  for (const { source, points } of series) {
    let before: SeriesPoint | null = null;
    for (const point of points) {
      const own = spanOf(point);
      if (point.falls > 0) {
        const from = before ? spanOf(before).from : own.from;
        const known = moments.get(own.from);
        moments.set(own.from, {
          at: own.from,
          window: { from: Math.min(from, known?.window.from ?? from), to: own.to },
          sources: [...(known?.sources ?? []), source],
        });
      }
      if (point.last !== null) before = point;
    }
  }
  return [...moments.values()].toSorted((a, b) => a.at - b.at);
}

export function fallenIn({ data }: Pick<GrowthResponse, 'data'>): readonly string[] {
  return data
    .map(({ key, first, last }) => ({ key, by: BigInt(first) - BigInt(last) }))
    .filter(({ by }) => by > 0n)
    .toSorted((a, b) => (a.by === b.by ? 0 : a.by < b.by ? 1 : -1))
    .map(({ key }) => key);
}
