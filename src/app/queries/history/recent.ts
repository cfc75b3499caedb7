/** Changes of the last week, for rows that show dates from the history record. */

import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { decodeChanges } from '#contract/decode/history.ts';
import type { ChangeEntry, SubjectKind, Windowed } from '#contract/history.ts';
import { type HistoryRead, historyQuery, named, searchOf } from './history.ts';
import { every, pauses } from './timing.ts';

const minute = 60_000;
/**
 * Milliseconds. The week's window moves in steps of a quarter hour, so that its address stays the same for each
 * minute's request.
 */
const quarter = 15 * minute;
const week = 7 * 24 * 60 * minute;

/** Per subject. */
const mostEntries = 50;

/**
 * The changes of each subject in the last week, newest first, in the order of `subjects`; `null` until read.
 */
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
      ...every(pauses.recent),
    })),
    combine: valuesOf,
  });
}

function valuesOf<T>(results: readonly UseQueryResult<HistoryRead<T>>[]): readonly (T | null)[] {
  return results.map(({ data }) => data?.value ?? null);
}
