/** What the record says of few regions or nodes, asked for one by one: of all of them it would be much too much. */

import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTimed } from '#app/ui/time/clock.ts';
import { decodeChanges, decodeSpans } from '#contract/decode/history.ts';
import { decodeSeries } from '#contract/decode/history-series.ts';
import type {
  ChangedKind,
  ChangeEntry,
  SeriesAnswer,
  SpanEntry,
  SubjectKind,
  Windowed,
} from '#contract/history.ts';
import type { Window } from '#domain/history/shares.ts';
import { sinceBySpan } from '#domain/history/since-of-rows.ts';
import type { Since, SinceOf } from '#domain/lists/lookups.ts';
import { encodedName, type HistoryRead, historyQuery, named, nothing, searchOf, turns } from './history.ts';

/** Changes that one answer holds at most. */
export const mostChanges = 1_000;
const points = 400;

function readOf<T>(results: readonly UseQueryResult<HistoryRead<T>>[]): readonly HistoryRead<T>[] {
  return results.map(({ data }) => data ?? nothing);
}

/** Spans of each of these, in their order. */
export function useSpansOf(
  slug: string,
  kind: SubjectKind,
  keys: readonly string[],
  window: Window,
  isWanted: boolean,
): readonly HistoryRead<Windowed<SpanEntry>>[] {
  return useQueries({
    queries: keys.map((key) => ({
      ...historyQuery(
        slug,
        `spans ${kind} ${window.to - window.from} ${key}`,
        `/spans${searchOf(window, named(kind, key))}`,
        decodeSpans,
      ),
      enabled: isWanted,
    })),
    combine: readOf<Windowed<SpanEntry>>,
  });
}

const quarter = 15 * 60_000;
/** The rows of a page tell the same by their words anyway. Milliseconds. */
const pause = 60_000;

/** Of all of a kind, or of one of them. */
function sinceQuery(slug: string, kind: 'region' | 'node', begin: number, key?: string) {
  const of = key === undefined ? `&kind=${kind}` : named(kind, key);
  return {
    ...historyQuery(
      slug,
      `since ${kind} ${key ?? ''}`,
      `/spans${searchOf({ from: begin, to: begin + quarter }, of)}`,
      decodeSpans,
      turns,
    ),
    staleTime: pause,
    refetchInterval: pause,
  };
}

function useQuarter(): number {
  return useTimed((time) => Math.floor(time / quarter) * quarter);
}

/**
 * Since when each region or node is in its state, as far as one answer holds them: beyond 10,000 a table says nothing.
 * Of those that have one key nobody knows which row is whose.
 */
export function useSince(slug: string, kind: 'region' | 'node', isWanted: boolean): Since | undefined {
  const { data } = useQuery({ ...sinceQuery(slug, kind, useQuarter()), enabled: isWanted });
  const spans = data?.value?.data;
  return useMemo(() => spans && { version: `${versions++}`, of: sinceBySpan(spans) }, [spans]);
}

/** The same of one. */
export function useSinceOf(
  slug: string,
  kind: 'region' | 'node',
  key: string,
  isWanted: boolean,
): SinceOf | undefined {
  const { data } = useQuery({ ...sinceQuery(slug, kind, useQuarter(), key), enabled: isWanted });
  return sinceBySpan(data?.value?.data ?? []).get(key);
}

let versions = 0;

function useChangesOf(
  slug: string,
  kind: ChangedKind,
  window: Window,
  isWanted: boolean,
  key?: string,
): HistoryRead<Windowed<ChangeEntry>> {
  const of = key === undefined ? `&kind=${kind}` : named(kind, key);
  const { data } = useQuery({
    ...historyQuery(
      slug,
      `${kind} changes ${window.to - window.from} ${key ?? ''}`,
      `/changes${searchOf(window, `${of}&limit=${mostChanges}`)}`,
      decodeChanges,
    ),
    enabled: isWanted,
  });
  return data ?? nothing;
}

/** What changed of nodes, of one of them where it is named. */
export function useNodeChanges(
  slug: string,
  window: Window,
  isWanted: boolean,
  key?: string,
): HistoryRead<Windowed<ChangeEntry>> {
  return useChangesOf(slug, 'node', window, isWanted, key);
}

/** What changed of components. */
export function useComponentChanges(
  slug: string,
  window: Window,
  isWanted: boolean,
): HistoryRead<Windowed<ChangeEntry>> {
  return useChangesOf(slug, 'component', window, isWanted);
}

/** When an event type came into its list, left it or was given another name. */
export function useEventChanges(
  slug: string,
  id: string,
  window: Window,
  isWanted: boolean,
): HistoryRead<Windowed<ChangeEntry>> {
  return useChangesOf(slug, 'event', window, isWanted, id);
}

/** The capacity that the nodes of a region advertise together. */
export function useRegionCapacity(
  slug: string,
  code: string,
  window: Window,
  isWanted: boolean,
): HistoryRead<SeriesAnswer> {
  const address = `/series${searchOf(window, `&points=${points}&name=${encodedName(`totals/capacity/${code}`)}`)}`;
  const name = `capacity ${code} ${window.to - window.from}`;
  const { data } = useQuery({ ...historyQuery(slug, name, address, decodeSeries), enabled: isWanted });
  return data ?? nothing;
}
