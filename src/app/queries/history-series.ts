/** Numbers over time from the host's record: one query a series. */

import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { now } from '#app/ui/time/clock.ts';
import { decodeGrowth, decodeLevels, decodeSeries } from '#contract/decode/history-series.ts';
import type { GrowthAnswer, grownNames, SeriesAnswer } from '#contract/history.ts';
import type { Asked } from '#domain/history/series-windows.ts';
import type { Window } from '#domain/history/shares.ts';
import type { Range } from '#domain/history/windows.ts';
import {
  addressOf,
  encodedName,
  type HistoryRead,
  historyQuery,
  nothing,
  refreshedInTurn,
  searchOf,
  turns,
} from './history.ts';

/** A point is minutes long at least: what is newer than it is on the page anyway. Milliseconds. */
const pause = 60_000;
/** For what is told once a day, and lines of 60 pixels. Milliseconds. */
const pauseOfDays = 15 * 60_000;

function seriesQuery(slug: string, series: string, asked: Asked, isWanted: boolean) {
  const { from, to, points } = asked;
  const address = `/series${searchOf(asked, `&points=${points}&name=${encodedName(series)}`)}`;
  const query = historyQuery(slug, `series ${series} ${to - from}`, address, decodeSeries, turns);
  return {
    ...query,
    enabled: isWanted,
    staleTime: pause,
    refetchInterval: ({
      state,
    }: {
      readonly state: { readonly data?: HistoryRead<SeriesAnswer> | undefined };
    }) => Math.max(pause, (state.data?.dueAt ?? 0) - now()),
  };
}

function readOf(results: readonly UseQueryResult<HistoryRead<SeriesAnswer>>[]) {
  return results.map(({ data }): HistoryRead<SeriesAnswer> => data ?? nothing);
}

/** @param names - as in docs/understand/history-api.md, part 6: `events/:id`, `totals/bytes/:region`. */
export function useSeries(
  slug: string,
  names: readonly string[],
  asked: Asked,
  isWanted: boolean,
): readonly HistoryRead<SeriesAnswer>[] {
  return useQueries({
    queries: names.map((name) => seriesQuery(slug, name, asked, isWanted)),
    combine: readOf,
  });
}

/** What all buckets or regions had at both ends of a window. */
export function useGrowth(
  slug: string,
  name: (typeof grownNames)[number],
  window: Window,
  isWanted: boolean,
): HistoryRead<GrowthAnswer> {
  const { data } = useQuery({
    ...historyQuery(slug, `growth ${name}`, `/growth${searchOf(window, `&name=${name}`)}`, decodeGrowth),
    enabled: isWanted,
    staleTime: pause,
    refetchInterval: pauseOfDays,
  });
  return data ?? nothing;
}

/** As {@link useGrowth}, over several windows; `null` while one is not read. */
export function useGrowths(
  slug: string,
  name: (typeof grownNames)[number],
  windows: readonly Window[],
  isWanted: boolean,
): readonly (GrowthAnswer | null)[] {
  const reads = useQueries({
    queries: windows.map((window) => ({
      ...historyQuery(
        slug,
        `growth ${name} ${window.from}`,
        `/growth${searchOf(window, `&name=${name}`)}`,
        decodeGrowth,
      ),
      enabled: isWanted,
      staleTime: pauseOfDays,
    })),
  });
  return reads.map(({ data }) => data?.value ?? null);
}

/** One series in several times; what was not asked for is never shown in the place of what was. */
export function useSeriesIn(
  slug: string,
  name: string,
  windows: readonly Asked[],
  isWanted: boolean,
): readonly (SeriesAnswer | null)[] {
  const reads = useQueries({
    queries: windows.map((asked) => seriesQuery(slug, name, asked, isWanted)),
    combine: readOf,
  });
  return reads.map(({ value }, place) => {
    const asked = windows[place];
    return value && asked && Date.parse(value.from) === asked.from && Date.parse(value.to) === asked.to
      ? value
      : null;
  });
}

/** The totals of a deployment over a range, in one request. */
export function useLevels(slug: string, range: Range, points: number, isWanted: boolean) {
  const address = addressOf(range, (window) => `/levels${searchOf(window, `&points=${points}`)}`);
  const { data } = useQuery({
    ...historyQuery(slug, `levels ${range}`, address, decodeLevels),
    ...refreshedInTurn(pauseOfDays),
    enabled: isWanted,
  });
  return data ?? nothing;
}
