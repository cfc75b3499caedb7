import type { ShownTime } from '#app/charts/over-time/shown-time.ts';
import { useSeriesIn } from '#app/queries/history/series.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import {
  type CountedInterval,
  closerTo,
  fallFromNear,
  intervalsBetween,
  isNeverLower,
} from '#domain/history/series/count-past.ts';
import { type Fall, fallsOf, type Seen, seenOf } from '#domain/history/series/series-lines.ts';
import { type EventSeries, useEventSeries, useLongSeries } from '../use-event-series.ts';

/**
 * Maximum number of falls (decreases of the count), the newest, that are read again at a finer resolution.
 */
export const mostFalls = 5;
/** Length in milliseconds up to which a change window needs no finer resolution. */
const nearEnough = 2 * 60_000;

export interface EventPast {
  /** Series over the time that the page shows. */
  readonly shown: EventSeries;
  /** Series over 90 days, or over the session if there is no history record. */
  readonly long: EventSeries;
  /** Covered times of the long time. */
  readonly seen: readonly Seen[];
  /**
   * Falls (decreases of the count) over the long time, oldest first, the newest at poll resolution; `null`
   * until read.
   */
  readonly falls: readonly Fall[] | null;
  readonly stretches: readonly CountedInterval[];
  /** Of the long time, if no fall is known. */
  readonly isNeverLower: boolean | null;
}

/**
 * Reads the series around each fall (decrease of the count) at a finer resolution: by the hour if `isByHour`,
 * otherwise by poll. `null` for a fall that is not read yet.
 */
function useNearer(
  slug: string,
  name: string,
  falls: readonly Fall[],
  seen: readonly Seen[],
  isByHour: boolean,
): readonly ({ readonly falls: readonly Fall[]; readonly hasLooks: boolean } | null)[] {
  const windows = falls.map((fall) => closerTo(fall, isByHour));
  return useSeriesIn(slug, name, windows, true).map(
    (answer) => answer && { falls: fallsOf(answer.data, seen), hasLooks: answer.resolution === 'look' },
  );
}

export function useEventPast(slug: string, endpoint: string, id: string, time: ShownTime): EventPast {
  const name = `events/${id}`;
  const long = useLongSeries(slug, endpoint, id);
  const shown = useEventSeries(slug, endpoint, [name], time, long.isOfSession);
  const points = long.series[0]?.data ?? [];
  const seen = seenOf(long.coverage ?? [], endpoint);
  const coarse = fallsOf(points, seen);
  // The falls of a session are between two polls already.
  const newest = long.isOfSession ? [] : coarse.slice(-mostFalls);
  const hourly = useNearer(slug, name, newest, seen, true);
  const byHour = newest.map((fall, place) => fallFromNear(fall, hourly[place]?.falls ?? null));
  // Data with hourly resolution has nothing finer.
  const open = byHour
    .flatMap((falls, place) => (hourly[place]?.hasLooks ? falls : []))
    .filter(({ from, to }) => to - from > nearEnough)
    .slice(-mostFalls);
  const byPoll = useNearer(slug, name, open, seen, false);
  const nearest = byHour.flat().flatMap((fall) => {
    const place = open.indexOf(fall);
    return place < 0 ? [fall] : fallFromNear(fall, byPoll[place]?.falls ?? null);
  });
  const isRead = long.series[0] != null && long.coverage !== null;
  const falls = [...coarse.slice(0, coarse.length - newest.length), ...nearest];
  return {
    shown,
    long,
    seen,
    falls: isRead ? falls : null,
    stretches: isRead ? intervalsBetween(points, falls, hostNow()) : [],
    isNeverLower: isNeverLower(points),
  };
}
