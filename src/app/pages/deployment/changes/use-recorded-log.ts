/** The changes of the history record plus newer ones of this session. */

import { useMemo } from 'react';
import { type Changes, useChanges } from '#app/components/changes/use-changes.ts';
import { useWindow } from '#app/components/history/range.ts';
import { datedByHost } from '#app/observe/session/history.ts';
import { placesNow } from '#app/observe/session/places.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { type ReadChanges, useChangeFeed } from '#app/queries/history/changes.ts';
import { useCoverage } from '#app/queries/history/history.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { Deployment } from '#contract/host.ts';
import type { ChangeFeed } from '#domain/history/changes/change-feed.ts';
import { recordedChanges, sessionChangesBeside } from '#domain/history/changes/recorded-changes.ts';
import { lastPolls, unobservedIn } from '#domain/history/coverage/unobserved.ts';
import type { Range } from '#domain/history/windows.ts';
import { type Change, type ChangeRoom, roomOf } from '#domain/memory/changes.ts';
import { type ChangeGroup, groupChanges } from '#domain/memory/group-changes.ts';

const minute = 60_000;

/** Inserts gaps; a gap is first in its minute. */
function withGaps(groups: readonly ChangeGroup[], gaps: readonly ChangeGroup[]): readonly ChangeGroup[] {
  const minuteOf = ({ at }: ChangeGroup) => Math.floor(at / minute);
  return [...gaps, ...groups].toSorted((a, b) => minuteOf(b) - minuteOf(a));
}

/** If older changes are not read, some of them may belong to the oldest entry. */
function forgottenBefore(changes: readonly Change[], oldest: number | null): ReadonlyMap<ChangeRoom, number> {
  return new Map(oldest === null ? [] : changes.map((change) => [roomOf(change), oldest] as const));
}

export interface RecordedLog extends ReadChanges {
  /** `null` before the first response. */
  readonly changes: Changes | null;
  readonly coverage: readonly CoverageEntry[];
  /** Time of the oldest entry if older ones exist; epoch milliseconds. */
  readonly oldest: number | null;
}

function oldestOf({ entries, hasOlder }: ChangeFeed): number | null {
  const last = entries.at(-1);
  return hasOlder && last ? Date.parse(last.at) : null;
}

export function useRecordedLog(deployment: Deployment, range: Range): RecordedLog {
  const { slug, words } = deployment;
  const read = useChangeFeed(slug, range, true);
  const { value: answer } = useCoverage(slug, useWindow(range), true);
  const session = useSession(slug);
  const own = useChanges(deployment);
  const { value: feed } = read;
  const coverage = answer?.data;
  const places = useMemo(() => placesNow({ lists: session.lists }), [session.lists]);
  const seen = session.changes;
  const merged = useMemo(() => {
    if (!feed) return null;
    const recorded = recordedChanges(feed.entries, places);
    const newer = sessionChangesBeside(datedByHost(seen), recorded, lastPolls(coverage ?? []));
    const oldest = oldestOf(feed);
    const gaps = unobservedIn(coverage ?? []).filter(({ at }) => oldest === null || at >= oldest);
    const changes = [...newer, ...recorded].toSorted((a, b) => b.at - a.at);
    return {
      groups: withGaps(groupChanges(changes, words), gaps),
      forgotten: forgottenBefore(changes, oldest),
      oldest,
    };
  }, [feed, coverage, seen, places, words]);
  return {
    ...read,
    coverage: coverage ?? [],
    oldest: merged?.oldest ?? null,
    changes: merged && feed && { ...own, groups: merged.groups, forgotten: merged.forgotten, since: feed.from },
  };
}
