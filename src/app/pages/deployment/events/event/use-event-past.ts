import type { ShownTime } from '#app/charts/over-time/shown-time.ts';
import { type Recorded, useRecorded } from '#app/charts/over-time/use-recorded.ts';
import { useSeriesIn } from '#app/queries/history/series.ts';
import { hostNow, useHostTimed } from '#app/ui/time/clock.ts';
import {
  type CountedInterval,
  closerTo,
  fallFromNear,
  intervalsBetween,
} from '#domain/history/series/count-past.ts';
import { type Fall, fallsOf, type Seen, seenOf } from '#domain/history/series/series-lines.ts';
import { requestedWindow } from '#domain/history/series/series-windows.ts';

/** Falls that are read at a finer resolution: the newest. */
export const mostFalls = 5;
/** Milliseconds. A shorter change window needs no finer resolution. */
const nearEnough = 2 * 60_000;

export interface EventPast {
  /** The time that the page shows. */
  readonly shown: Recorded;
  /** Of ninety days. */
  readonly long: Recorded;
  readonly seen: readonly Seen[];
  /** Of ninety days in order of time, the newest at poll resolution; `null` until read. */
  readonly falls: readonly Fall[] | null;
  readonly stretches: readonly CountedInterval[];
}

/** The finer readings of each fall; `null` until read. */
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

export function useEventPast(slug: string, endpoint: string, id: string, { asked }: ShownTime): EventPast {
  const name = `events/${id}`;
  const shown = useRecorded(slug, endpoint, [name], asked);
  const to = useHostTimed((time) => requestedWindow('90d', time).to);
  const long = useRecorded(slug, endpoint, [name], requestedWindow('90d', to));
  const points = long.series[0]?.data ?? [];
  const seen = seenOf(long.coverage ?? [], endpoint);
  const coarse = fallsOf(points, seen);
  const newest = coarse.slice(-mostFalls);
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
  const falls = [...coarse.slice(0, -mostFalls), ...nearest];
  return {
    shown,
    long,
    seen,
    falls: isRead ? falls : null,
    stretches: isRead ? intervalsBetween(points, falls, hostNow()) : [],
  };
}
