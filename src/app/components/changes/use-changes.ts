import type { LastSight, SessionRecord } from '#app/observe/session/record.ts';
import { lastSightOf } from '#app/observe/session/record.ts';
import { useSession } from '#app/observe/session/seen.ts';
import { nodesQuery, useNodes } from '#app/queries/resources/nodes.ts';
import { regionsQuery, useRegions } from '#app/queries/resources/regions.ts';
import { statusQuery, useStatus } from '#app/queries/resources/status.ts';
import { type Source, useFeed } from '#app/queries/source.ts';
import { onHostClock } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { type Check, checkOf } from '#domain/contradictions/checks.ts';
import type { PlacesNow } from '#domain/history/changes/recorded-changes.ts';
import { type Claim, exact } from '#domain/lists/claim.ts';
import type { Change, ChangedSubject, SubjectKind } from '#domain/memory/changes.ts';
import { type ChangeGroup, groupChanges } from '#domain/memory/group-changes.ts';

export interface Places {
  /** Region code → name. */
  readonly names: ReadonlyMap<string, string>;
  /** Region code → number of listed nodes; `null` if the list is incomplete. */
  readonly nodes: ReadonlyMap<string, number> | null;
}

/** A list in which changes are detected. `claim`: its completeness; `null` before the first response. */
export interface LookedAt extends Source<unknown> {
  readonly claim: Claim | null;
}

export interface Changes extends Pick<SessionRecord, 'since' | 'forgotten'> {
  readonly groups: readonly ChangeGroup[];
  readonly places: Places;
  /** The feed in which a change of each subject kind is seen. */
  readonly feeds: Readonly<Record<SubjectKind, Feed<unknown>>>;
  /** The feeds in which each kind of contradiction is seen. */
  readonly checked: Readonly<Record<Check, readonly Feed<unknown>[]>>;
  readonly watched: readonly Feed<unknown>[];
  readonly sources: readonly LookedAt[];
}

function nodesByRegion({ sights }: LastSight): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { region } of sights.values())
    if (typeof region === 'string') counts.set(region, (counts.get(region) ?? 0) + 1);
  return counts;
}

function placesIn(sights: SessionRecord['sights']): Places {
  const [regions, nodes] = [lastSightOf({ sights }, 'region'), lastSightOf({ sights }, 'node')];
  return {
    names: new Map([...(regions?.sights ?? [])].map(([code, { name }]) => [code, name])),
    nodes: nodes?.complete ? nodesByRegion(nodes) : null,
  };
}

/** Region names and the regions of nodes at the last reading, for changes from the history record. */
export function placesNow(session: Pick<SessionRecord, 'sights'>): PlacesNow {
  const nodes = lastSightOf(session, 'node')?.sights ?? [];
  return {
    names: placesIn(session.sights).names,
    regions: new Map([...nodes].flatMap(([id, { region }]) => (region ? [[id, region] as const] : []))),
  };
}

/** Both versions of each resource with two. Sends no request. */
function useVersions(deployment: Deployment) {
  return {
    'versions status': [
      useFeed(statusQuery(deployment, '/api/v2/status'), false),
      useFeed(statusQuery(deployment, '/api/v1/status'), false),
    ],
    'versions region': [
      useFeed(regionsQuery(deployment, '/api/v2/regions'), false),
      useFeed(regionsQuery(deployment, '/api/v1/regions'), false),
    ],
    'versions node': [
      useFeed(nodesQuery(deployment, '/api/v2/nodes'), false),
      useFeed(nodesQuery(deployment, '/api/v1/nodes'), false),
    ],
  };
}

/** The session's changes with times on the host's clock, as in the history record. */
export function datedByHost(changes: readonly Change[]): readonly Change[] {
  return onHostClock(0) === 0
    ? changes
    : changes.map((change) => ({
        ...change,
        at: onHostClock(change.at),
        notBefore: change.notBefore === null ? null : onHostClock(change.notBefore),
      }));
}

export function useChanges(deployment: Deployment): Changes {
  const { changes, since, forgotten, sights } = useSession(deployment.slug);
  const [status, regions, nodes] = [useStatus(deployment), useRegions(deployment), useNodes(deployment)];
  return {
    since: onHostClock(since),
    forgotten,
    groups: groupChanges(datedByHost(changes), deployment.words),
    places: placesIn(sights),
    feeds: {
      status: status.feed,
      component: status.feed,
      endpoint: status.feed,
      region: regions.feed,
      node: nodes.feed,
    },
    checked: {
      'status-nodes': [status.feed, nodes.feed],
      'status-regions': [status.feed, regions.feed],
      'region-nodes': [regions.feed, nodes.feed],
      ...useVersions(deployment),
    },
    watched: [status, regions, nodes].flatMap(({ availability, feed }) =>
      availability === 'not-offered' ? [] : feed,
    ),
    sources: [
      { ...status, claim: status.feed.answer && exact },
      ...[regions, nodes].map((list) => ({ ...list, claim: list.feed.answer?.value.claim ?? null })),
    ],
  };
}

function isRead(subject: ChangedSubject): subject is SubjectKind {
  return subject !== 'application' && subject !== 'event' && subject !== 'bucket';
}

/** The feeds that confirm the marks of an entry. */
export function feedsOf(
  { lead, members }: ChangeGroup,
  { feeds, checked }: Pick<Changes, 'feeds' | 'checked'>,
): readonly Feed<unknown>[] {
  if (lead.contradiction) return checked[checkOf(lead.contradiction)];
  // Other subjects are only in the history record and have no mark.
  return [...new Set(members.map(({ subject }) => (isRead(subject) ? feeds[subject] : feeds.status)))];
}
