/** Reads the recorded changes of single subjects in the last week. */

import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { decodeChanges } from '#contract/decode/history.ts';
import type { ChangeEntry, SubjectKind, Windowed } from '#contract/history.ts';
import { type HistoryRead, historyQuery, named, searchOf } from './history.ts';
import { every, pauses } from './timing.ts';

const minute = 60_000;
/**
 * Milliseconds by which the window of a week moves. Between two steps its URL stays the same for the request
 * of each minute.
 */
const quarter = 15 * minute;
const week = 7 * 24 * 60 * minute;

/** Maximum number of changes per subject. */
const mostEntries = 50;

/**
 * Reads the changes of each subject in the last week, newest first. The results are in the order of
 * `subjects`; `null` until read.
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
