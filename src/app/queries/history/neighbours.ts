/** Finds the recorded changes next to a past moment. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { hostNow } from '#app/ui/time/clock.ts';
import { decodeChanges } from '#contract/decode/history.ts';
import type { ChangeEntry, Windowed } from '#contract/history.ts';
import { oldestChange, windowBefore, windowsAfter } from '#domain/history/past/change-search.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { historyKey } from '../keys.ts';
import { type HistoryRead, nothing, readHistory, searchOf } from './history.ts';
import { asDue } from './timing.ts';

/** Maximum number of changes in one response. */
const mostAtOnce = 200;

/** Time of a change, epoch milliseconds; `null` if there is none. */
type Found = HistoryRead<{ readonly at: number | null }>;

async function newestIn(slug: string, window: Window, signal: AbortSignal): Promise<Found> {
  const address = `/changes${searchOf(window, '&limit=1')}`;
  const { value, ...read } = await readHistory(slug, address, decodeChanges, undefined, signal);
  const newest = value?.data[0];
  return { ...read, value: value && { at: newest ? Date.parse(newest.at) : null } };
}

/** Finds the oldest change of a window, which the host lists last. */
async function oldestIn(slug: string, window: Window, signal: AbortSignal): Promise<Found> {
  let last: HistoryRead<Windowed<ChangeEntry>> = nothing;
  const at = await oldestChange(window, async (part) => {
    const address = `/changes${searchOf(part, `&limit=${mostAtOnce}`)}`;
    last = await readHistory(slug, address, decodeChanges, undefined, signal);
    return (
      last.value && {
        times: last.value.data.map((change) => Date.parse(change.at)),
        hasMore: last.value.more !== null,
      }
    );
  });
  return { ...last, value: at === undefined ? null : { at } };
}

async function firstAfter(slug: string, moment: number, signal: AbortSignal): Promise<Found> {
  let found: Found = { value: { at: null }, failure: null, dueAt: Number.POSITIVE_INFINITY };
  for (const window of windowsAfter(moment, hostNow())) {
    found = await oldestIn(slug, window, signal);
    if (found.value === null || found.value.at !== null) break;
  }
  return found;
}

function neighbourQuery(slug: string, side: string, find: (signal: AbortSignal) => Promise<Found>) {
  return queryOptions<Found>({
    queryKey: historyKey(slug, `change ${side}`, ''),
    queryFn: ({ signal }) => find(signal),
    ...asDue,
  });
}

/**
 * Returns the times of the recorded changes before and after a moment.
 * @param slug - of a deployment as of that moment.
 */
export function useNeighbours(slug: string, moment: number): { readonly before: Found; readonly after: Found } {
  const before = useQuery(
    neighbourQuery(slug, 'before', (signal) => newestIn(slug, windowBefore(moment), signal)),
  );
  const after = useQuery(neighbourQuery(slug, 'after', (signal) => firstAfter(slug, moment, signal)));
  return { before: before.data ?? nothing, after: after.data ?? nothing };
}
