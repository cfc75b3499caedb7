/** What the record has of the last week, for what is dated by it. */

import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useTimed } from '#app/ui/time/clock.ts';
import { decodeChanges, decodeSight, decodeSpans, decodeStrips } from '#contract/decode/history.ts';
import type { ChangeEntry, SpanEntry, SubjectKind, Windowed } from '#contract/history.ts';
import { type HistoryRead, historyQuery, named, searchOf } from './history.ts';

const day = 24 * 60 * 60_000;
const minute = 60_000;
/** Milliseconds: the window moves on by a quarter of an hour, and is asked for each minute. */
const quarter = 15 * minute;
const week = 7 * day;
const pause = { staleTime: minute, refetchInterval: minute };

export interface RecentSpans {
  /** Epoch milliseconds; what was so before is known of those that went on. */
  readonly from: number;
  /** Newest look that the record answered with, epoch milliseconds. */
  readonly knownUntil: number;
  readonly spans: readonly SpanEntry[];
}

function allSpans(results: readonly UseQueryResult<HistoryRead<Windowed<SpanEntry>>>[]): RecentSpans | null {
  const answers = results.flatMap(({ data }) => data?.value ?? []);
  const [first] = answers;
  const known = answers.flatMap(({ knownUntil }) => (knownUntil === null ? [] : [Date.parse(knownUntil)]));
  const isWhole = answers.every(({ more }) => more === null) && known.length === results.length;
  if (!first || !isWhole) return null;
  return {
    from: Math.max(...answers.map(({ from }) => Date.parse(from))),
    knownUntil: Math.min(...known),
    spans: answers.flatMap(({ data }) => data),
  };
}

/** All spans of these kinds in the last week; `null` while one answer is missing, or does not hold all of them. */
export function useRecentSpans(
  slug: string,
  kinds: readonly SubjectKind[],
  isWanted: boolean,
): RecentSpans | null {
  const to = useTimed((time) => Math.ceil(time / quarter) * quarter);
  return useQueries({
    queries: kinds.map((kind) => ({
      ...historyQuery(
        slug,
        `recent ${kind}`,
        `/spans${searchOf({ from: to - week, to }, `&kind=${kind}`)}`,
        decodeSpans,
      ),
      enabled: isWanted,
      ...pause,
    })),
    combine: allSpans,
  });
}

/** Of one subject. */
const mostEntries = 50;

/** What changed of each of these subjects in the last week, in their order, the newest first; `null` until it is there. */
export function useRecentChangesOf(
  slug: string,
  subjects: readonly { readonly kind: SubjectKind; readonly key: string }[],
  isWanted: boolean,
): readonly (Windowed<ChangeEntry> | null)[] {
  const to = useTimed((time) => Math.ceil(time / quarter) * quarter);
  return useQueries({
    queries: subjects.map(({ kind, key }) => ({
      ...historyQuery(
        slug,
        `recent changes ${kind} ${key}`,
        `/changes${searchOf({ from: to - week, to }, `${named(kind, key)}&limit=${mostEntries}`)}`,
        decodeChanges,
      ),
      enabled: isWanted,
      ...pause,
    })),
    combine: valuesOf,
  });
}

function valuesOf<T>(results: readonly UseQueryResult<HistoryRead<T>>[]): readonly (T | null)[] {
  return results.map(({ data }) => data?.value ?? null);
}

/** The verdict over the last day and our sight of it, asked for once a minute; `null` until both are there. */
export function useRecordedDay(slug: string, isWanted: boolean) {
  const to = useTimed((time) => Math.ceil(time / minute) * minute);
  const window = searchOf({ from: to - day, to });
  const strips = useQuery({
    ...historyQuery(slug, 'strip of the day', `/strips${window}&kind=deployment`, decodeStrips),
    ...pause,
    enabled: isWanted,
  }).data?.value;
  const sight = useQuery({
    ...historyQuery(slug, 'sight of the day', `/sight${window}`, decodeSight),
    ...pause,
    enabled: isWanted,
  }).data?.value;
  const entry = strips?.data.find(({ key }) => key === slug);
  return strips && entry && sight ? { answer: strips, entry, sight: sight.data } : null;
}
