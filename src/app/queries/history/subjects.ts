/**
 * Reads the history of single regions, nodes and event types. Each subject needs one request, so use it for
 * few subjects.
 */

import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { decodeChanges, decodeSpans } from '#contract/decode/history.ts';
import { decodeSeries } from '#contract/decode/history-series.ts';
import type {
  ChangedKind,
  ChangeEntry,
  SeriesResponse,
  SpanEntry,
  SubjectKind,
  Windowed,
} from '#contract/history.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { encodedName, type HistoryRead, historyQuery, named, nothing, searchOf } from './history.ts';

/** Maximum number of changes in one response of the host. */
export const mostChanges = 1_000;
const points = 400;

function readOf<T>(results: readonly UseQueryResult<HistoryRead<T>>[]): readonly HistoryRead<T>[] {
  return results.map(({ data }) => data ?? nothing);
}

/** Returns spans as they were known at a moment: what ended later was still open. */
export function knownAt(moment: number, read: Windowed<SpanEntry>): Windowed<SpanEntry> {
  const data = read.data.map((span) =>
    span.to !== null && Date.parse(span.to) > moment ? { ...span, to: null } : span,
  );
  return { ...read, data };
}

export function useSpansOf(
  slug: string,
  kind: SubjectKind,
  keys: readonly string[],
  window: Window,
  isWanted: boolean,
): readonly HistoryRead<Windowed<SpanEntry>>[] {
  const moment = momentOf(slug);
  const decode = (body: unknown) => (moment === null ? decodeSpans(body) : knownAt(moment, decodeSpans(body)));
  return useQueries({
    queries: keys.map((key) => ({
      ...historyQuery(
        slug,
        `spans ${kind} ${window.to - window.from} ${key}`,
        `/spans${searchOf(window, named(kind, key))}`,
        decode,
      ),
      enabled: isWanted,
    })),
    combine: readOf<Windowed<SpanEntry>>,
  });
}

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

export function useNodeChanges(
  slug: string,
  window: Window,
  isWanted: boolean,
  key?: string,
): HistoryRead<Windowed<ChangeEntry>> {
  return useChangesOf(slug, 'node', window, isWanted, key);
}

export function useComponentChanges(
  slug: string,
  window: Window,
  isWanted: boolean,
): HistoryRead<Windowed<ChangeEntry>> {
  return useChangesOf(slug, 'component', window, isWanted);
}

export function useEventChanges(
  slug: string,
  id: string,
  window: Window,
  isWanted: boolean,
): HistoryRead<Windowed<ChangeEntry>> {
  return useChangesOf(slug, 'event', window, isWanted, id);
}

export function useRegionCapacity(
  slug: string,
  code: string,
  window: Window,
  isWanted: boolean,
): HistoryRead<SeriesResponse> {
  const address = `/series${searchOf(window, `&points=${points}&name=${encodedName(`totals/capacity/${code}`)}`)}`;
  const name = `capacity ${code} ${window.to - window.from}`;
  const { data } = useQuery({ ...historyQuery(slug, name, address, decodeSeries), enabled: isWanted });
  return data ?? nothing;
}
