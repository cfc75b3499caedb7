/** What the record has of the last week, for what is dated by it. */

import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { decodeChanges, decodeSight, decodeStrips } from '#contract/decode/history.ts';
import type { ChangeEntry, SubjectKind, Windowed } from '#contract/history.ts';
import { type HistoryRead, historyQuery, named, searchOf } from './history.ts';

const day = 24 * 60 * 60_000;
const minute = 60_000;
/** Milliseconds: the window moves on by a quarter of an hour, and is asked for each minute. */
const quarter = 15 * minute;
const week = 7 * day;
const pause = { staleTime: minute, refetchInterval: minute };

/** Of one subject. */
const mostEntries = 50;

/** What changed of each of these subjects in the last week, in their order, the newest first; `null` until it is there. */
export function useRecentChangesOf(
  slug: string,
  subjects: readonly { readonly kind: SubjectKind; readonly key: string }[],
  isWanted: boolean,
): readonly (Windowed<ChangeEntry> | null)[] {
  const to = useHostTimed((time) => Math.ceil(time / quarter) * quarter);
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
  const to = useHostTimed((time) => Math.ceil(time / minute) * minute);
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
