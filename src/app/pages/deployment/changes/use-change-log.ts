/**
 * Reads the log of changes: the history record with newer changes of this session, or the session alone if
 * there is no record.
 */

import { useMemo } from 'react';
import { type Changes, useChanges } from '#app/components/changes/use-changes.ts';
import { useWindow } from '#app/components/history/range.ts';
import { type HistoryRecordState, useRecord } from '#app/components/history/use-record.ts';
import { keepsHistory } from '#app/delivered/config.ts';
import { datedByHost } from '#app/observe/session/history.ts';
import { placesNow } from '#app/observe/session/places.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { type ReadChanges, useChangeFeed } from '#app/queries/history/changes.ts';
import { useCoverage } from '#app/queries/history/history.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { Deployment } from '#contract/host.ts';
import type { ChangeFeed } from '#domain/history/changes/change-feed.ts';
import { recordedChanges, sessionChangesBeside } from '#domain/history/changes/recorded-changes.ts';
import { lastPolls, unobservedIn } from '#domain/history/coverage/unobserved.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { isUsual, type Range } from '#domain/history/windows.ts';
import { type Change, type ChangeRoom, roomOf } from '#domain/memory/changes.ts';
import { type ChangeGroup, groupChanges } from '#domain/memory/group-changes.ts';

const minute = 60_000;

export interface RecordRead extends ReadChanges {
  readonly value: ChangeFeed;
  /** Start of the history record, epoch milliseconds. */
  readonly since: number;
}

export interface ChangeLog {
  readonly changes: Changes;
  /** Time that the log covers: not after now, and not before the history record or the session began. */
  readonly covered: Window;
  /** Time of the oldest entry, epoch milliseconds, if older changes are not loaded or stored; else `null`. */
  readonly oldest: number | null;
  /** Coverage of the endpoints as recorded by the host; empty without a history record. */
  readonly coverage: readonly CoverageEntry[];
  /** Result of reading the history record; `null` if the log is of this session. */
  readonly record: RecordRead | null;
  /** Sentence that states why there is no history record; `null` if there is one. */
  readonly why: string | null;
}

/** Returns a sentence that states why there is no history record; `null` while that is unknown. */
function whyNoRecord({ state, failure, isAnswered }: HistoryRecordState): string | null {
  if (!keepsHistory || failure?.kind === 'no-host') return 'No host records a history here.';
  if (state === null && isAnswered) return 'The host records no history of this deployment.';
  if (state === null) return failure ? `The history cannot be read: ${failure.why}.` : null;
  if (state.reason === 'locked' && state.since === null) return 'Another host records the history.';
  if (state.reason === 'newer') return 'The history file is from a newer version of Edgewatch.';
  if (state.observe === 'off' || state.reason === 'off')
    return 'The host records no history of this deployment.';
  return 'The history of this deployment has not begun.';
}

/**
 * Inserts gaps into the entries. Both are sorted by minute, the newest minute first; within a minute the gap
 * comes first.
 */
function withGaps(groups: readonly ChangeGroup[], gaps: readonly ChangeGroup[]): readonly ChangeGroup[] {
  const minuteOf = ({ at }: ChangeGroup) => Math.floor(at / minute);
  return [...gaps, ...groups].toSorted((a, b) => minuteOf(b) - minuteOf(a));
}

/**
 * Returns the time of the oldest loaded change for each group of changes, because unread older changes may
 * belong to the oldest entry. Empty if all are loaded.
 */
function forgottenBefore(changes: readonly Change[], oldest: number | null): ReadonlyMap<ChangeRoom, number> {
  return new Map(oldest === null ? [] : changes.map((change) => [roomOf(change), oldest] as const));
}

function oldestOf({ entries, hasOlder }: ChangeFeed): number | null {
  const last = entries.at(-1);
  return hasOlder && last ? Date.parse(last.at) : null;
}

/** Returns the change log of a deployment over a range; `null` until the host has responded. */
export function useChangeLog(deployment: Deployment, range: Range): ChangeLog | null {
  const { slug, words } = deployment;
  const state = useRecord(slug, true);
  const read = useChangeFeed(slug, range, state.isThere);
  const { value: answer } = useCoverage(slug, useWindow(range), state.isThere);
  const session = useSession(slug);
  const own = useChanges(deployment);
  const { value: feed, failure } = read;
  const coverage = answer?.data;
  const places = useMemo(() => placesNow({ lists: session.lists }), [session.lists]);
  const seen = session.changes;
  const merged = useMemo(() => {
    if (!feed) return null;
    const recorded = recordedChanges(feed.entries, places);
    // A usual range lasts until now, although its last response does not.
    const inTime = datedByHost(seen).filter(({ at }) => isUsual(range) || (at >= feed.from && at < feed.to));
    const newer = sessionChangesBeside(inTime, recorded, lastPolls(coverage ?? []));
    const oldest = oldestOf(feed);
    const gaps = unobservedIn(coverage ?? []).filter(({ at }) => oldest === null || at >= oldest);
    const changes = [...newer, ...recorded].toSorted((a, b) => b.at - a.at);
    return {
      groups: withGaps(groupChanges(changes, words), gaps),
      forgotten: forgottenBefore(changes, oldest),
      oldest,
    };
  }, [feed, coverage, seen, places, words, range]);
  if (state.isThere && state.state && feed && merged) {
    const since = state.state.since === null ? feed.from : Date.parse(state.state.since);
    return {
      changes: { ...own, groups: merged.groups, forgotten: merged.forgotten, since: feed.from },
      covered: { from: Math.max(feed.from, since), to: Math.min(feed.to, hostNow()) },
      oldest: merged.oldest,
      coverage: coverage ?? [],
      record: { ...read, value: feed, since },
      why: null,
    };
  }
  const why = state.isThere ? failure && `The history cannot be read: ${failure.why}.` : whyNoRecord(state);
  if (why === null) return null;
  return {
    changes: own,
    covered: { from: own.since, to: hostNow() },
    oldest: own.forgotten.size === 0 ? null : Math.max(...own.forgotten.values()),
    coverage: [],
    record: null,
    why,
  };
}
