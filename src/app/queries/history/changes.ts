/**
 * Reads the recorded changes of a deployment, page by page. The newest page is polled; older pages are read
 * on demand.
 */

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { decodeChanges } from '#contract/decode/history.ts';
import { type ChangeFeed, withNewest, withOlder } from '#domain/history/changes/change-feed.ts';
import type { Range } from '#domain/history/windows.ts';
import { historyKey } from '../keys.ts';
import { type HistoryFailure, type HistoryRead, nothing, readHistory, searchOf, windowFor } from './history.ts';
import { mostChanges } from './subjects.ts';
import { asDue } from './timing.ts';

/** Maximum number of entries in the newest page. */
const ofNewest = 200;

function changeFeedQuery(slug: string, range: Range) {
  const queryKey = historyKey(slug, `change feed ${range}`, '');
  return queryOptions<HistoryRead<ChangeFeed>, Error, HistoryRead<ChangeFeed>, typeof queryKey>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const address = `/changes${searchOf(windowFor(slug, range), `&limit=${ofNewest}`)}`;
      const failure = client.getQueryData<HistoryRead<ChangeFeed>>(queryKey)?.failure ?? null;
      const read = await readHistory(slug, address, decodeChanges, { failure }, signal);
      // Older pages may have been added during the request.
      const before = client.getQueryData<HistoryRead<ChangeFeed>>(queryKey)?.value ?? null;
      return { ...read, value: read.value ? withNewest(before, read.value) : before };
    },
    ...asDue,
  });
}

export interface ReadChanges extends HistoryRead<ChangeFeed> {
  readonly readOlder: () => void;
  readonly isReading: boolean;
  /** Why the last request for an older page failed; `null` if it did not fail. */
  readonly olderFailure: HistoryFailure | null;
}

export function useChangeFeed(slug: string, range: Range, isWanted: boolean): ReadChanges {
  const query = changeFeedQuery(slug, range);
  const client = useQueryClient();
  const { data = nothing } = useQuery({ ...query, enabled: isWanted });
  const [older, setOlder] = useState<Pick<ReadChanges, 'isReading' | 'olderFailure'>>(idle);
  const readOlder = async ({ from, to, entries }: ChangeFeed) => {
    setOlder({ isReading: true, olderFailure: null });
    const last = entries.at(-1)?.id ?? '';
    const address = `/changes${searchOf({ from, to }, `&limit=${mostChanges}&before=${last}`)}`;
    const { value: page, failure } = await readHistory(
      slug,
      address,
      decodeChanges,
      undefined,
      new AbortController().signal,
    );
    if (page)
      client.setQueryData(query.queryKey, (cached) =>
        cached?.value?.entries.at(-1)?.id === last
          ? { ...cached, value: withOlder(cached.value, page) }
          : cached,
      );
    setOlder({ isReading: false, olderFailure: failure });
  };
  return {
    ...data,
    ...older,
    readOlder: () => {
      if (data.value && !older.isReading) void readOlder(data.value);
    },
  };
}

const idle = { isReading: false, olderFailure: null } as const;
