/** Reads time series from the history record, with one query per series. */

import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { decodeGrowth, decodeLevels, decodeSeries } from '#contract/decode/history-series.ts';
import type { GrowthResponse, grownNames, SeriesResponse } from '#contract/history.ts';
import type { RequestedWindow } from '#domain/history/series/series-windows.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { Range } from '#domain/history/windows.ts';
import {
  addressOf,
  encodedName,
  type HistoryRead,
  historyQuery,
  nothing,
  requestLimit,
  searchOf,
} from './history.ts';
import { every, pauses, withoutOwnTimer } from './timing.ts';

function seriesQuery(slug: string, series: string, requested: RequestedWindow, isWanted: boolean) {
  const { from, to, points } = requested;
  const address = `/series${searchOf(requested, `&points=${points}&name=${encodedName(series)}`)}`;
  const query = historyQuery(slug, `series ${series} ${to - from}`, address, decodeSeries, requestLimit);
  return {
    ...query,
    enabled: isWanted,
    ...every<SeriesResponse>(pauses.series),
  };
}

function readOf(results: readonly UseQueryResult<HistoryRead<SeriesResponse>>[]) {
  return results.map(({ data }): HistoryRead<SeriesResponse> => data ?? nothing);
}

/**
 * Reads several series of a deployment.
 * @param names - series names of docs/understand/history-api.md, part 6, such as `events/:id` or
 * `totals/bytes/:region`.
 */
export function useSeries(
  slug: string,
  names: readonly string[],
  requested: RequestedWindow,
  isWanted: boolean,
): readonly HistoryRead<SeriesResponse>[] {
  return useQueries({
    queries: names.map((name) => seriesQuery(slug, name, requested, isWanted)),
    combine: readOf,
  });
}

/** Reads the values of all buckets or regions at both ends of a window. */
export function useGrowth(
  slug: string,
  name: (typeof grownNames)[number],
  window: Window,
  isWanted: boolean,
): HistoryRead<GrowthResponse> {
  const { data } = useQuery({
    ...historyQuery(slug, `growth ${name}`, `/growth${searchOf(window, `&name=${name}`)}`, decodeGrowth),
    enabled: isWanted,
    ...every<GrowthResponse>(pauses.series, ({ data }) => (data.length === 0 ? pauses.series : pauses.days)),
  });
  return data ?? nothing;
}

/** Returns {@link useGrowth} for several windows; `null` for each window that is not read yet. */
export function useGrowths(
  slug: string,
  name: (typeof grownNames)[number],
  windows: readonly Window[],
  isWanted: boolean,
): readonly (GrowthResponse | null)[] {
  const reads = useQueries({
    queries: windows.map((window) => ({
      ...historyQuery(
        slug,
        `growth ${name} ${window.from}`,
        `/growth${searchOf(window, `&name=${name}`)}`,
        decodeGrowth,
      ),
      enabled: isWanted,
      staleTime: pauses.days,
    })),
  });
  return reads.map(({ data }) => data?.value ?? null);
}

/**
 * Reads one series for several windows. A response for another window becomes `null`, because React Query
 * shows the previous window as placeholder data.
 */
export function useSeriesIn(
  slug: string,
  name: string,
  windows: readonly RequestedWindow[],
  isWanted: boolean,
): readonly (SeriesResponse | null)[] {
  const reads = useQueries({
    queries: windows.map((requested) => seriesQuery(slug, name, requested, isWanted)),
    combine: readOf,
  });
  return reads.map(({ value }, place) => {
    const requested = windows[place];
    return value &&
      requested &&
      Date.parse(value.from) === requested.from &&
      Date.parse(value.to) === requested.to
      ? value
      : null;
  });
}

/** Reads the totals of a deployment over a range, in one request. */
export function useLevels(slug: string, range: Range, points: number, isWanted: boolean) {
  const address = addressOf(slug, range, (window) => `/levels${searchOf(window, `&points=${points}`)}`);
  const { data } = useQuery({
    ...historyQuery(slug, `levels ${range}`, address, decodeLevels),
    ...withoutOwnTimer(pauses.days),
    enabled: isWanted,
  });
  return data ?? nothing;
}
