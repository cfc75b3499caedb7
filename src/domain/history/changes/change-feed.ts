/** Merges pages of recorded changes into one feed, newest first and without holes. */

import type { ChangeEntry, Windowed } from '#contract/history.ts';

export interface ChangeFeed {
  /** Start of the newest response's window, in epoch milliseconds; `to` is its end. */
  readonly from: number;
  readonly to: number;
  readonly knownUntil: number | null;
  readonly entries: readonly ChangeEntry[];
  /** Whether the window has older entries that are not loaded or were dropped. */
  readonly hasOlder: boolean;
}

/** Maximum number of entries in a page's memory: some megabytes. */
export const mostEntries = 5_000;

function bounded(feed: ChangeFeed): ChangeFeed {
  const begin = feed.entries.findIndex(({ at }) => Date.parse(at) < feed.from);
  const within = begin < 0 ? feed.entries : feed.entries.slice(0, begin);
  return {
    ...feed,
    entries: within.slice(0, mostEntries),
    hasOlder: (begin < 0 && feed.hasOlder) || within.length > mostEntries,
  };
}

/** Adds the newest page of changes. Older entries stay if they overlap with that page. */
export function withNewest(feed: ChangeFeed | null, answer: Windowed<ChangeEntry>): ChangeFeed {
  const newest = {
    from: Date.parse(answer.from),
    to: Date.parse(answer.to),
    knownUntil: answer.knownUntil === null ? null : Date.parse(answer.knownUntil),
    entries: answer.data,
    hasOlder: answer.more !== null,
  };
  const last = answer.data.at(-1)?.id;
  const first = feed?.entries[0]?.id;
  if (!feed || !newest.hasOlder || last === undefined || first === undefined || first < last)
    return bounded(newest);
  const older = feed.entries.filter(({ id }) => id < last);
  const hasOlder = older.length === 0 || feed.hasOlder;
  return bounded({ ...newest, entries: [...answer.data, ...older], hasOlder });
}

/** Appends the next page of older changes. Skips entries that are not older than the oldest one of the feed. */
export function withOlder(feed: ChangeFeed, answer: Windowed<ChangeEntry>): ChangeFeed {
  const last = feed.entries.at(-1)?.id;
  const older = answer.data.filter(({ id }) => last === undefined || id < last);
  return bounded({ ...feed, entries: [...feed.entries, ...older], hasOlder: answer.more !== null });
}
