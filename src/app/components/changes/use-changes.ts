import { datedByHost } from '#app/observe/session/history.ts';
import { type Places, placesIn } from '#app/observe/session/places.ts';
import { useSession } from '#app/observe/session/seen.ts';
import type { SessionLog } from '#app/observe/session/session-log.ts';
import { nodesQuery, useNodes } from '#app/queries/resources/nodes.ts';
import { regionsQuery, useRegions } from '#app/queries/resources/regions.ts';
import { statusQuery, useStatus } from '#app/queries/resources/status.ts';
import { type Source, useFeed } from '#app/queries/source.ts';
import { onHostClock } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { type Check, checkOf } from '#domain/contradictions/checks.ts';
import { type Claim, exact } from '#domain/lists/claim.ts';
import type { ChangedSubject, SubjectKind } from '#domain/memory/changes.ts';
import { type ChangeGroup, groupChanges } from '#domain/memory/group-changes.ts';

/**
 * A source in which changes are detected. `claim`: the completeness of its list; `null` before the first
 * response.
 */
export interface ChangeSource extends Source<unknown> {
  readonly claim: Claim | null;
}

export interface Changes extends Pick<SessionLog, 'since' | 'forgotten'> {
  readonly groups: readonly ChangeGroup[];
  readonly places: Places;
  /** For each kind of subject, the feed that shows its changes. */
  readonly feeds: Readonly<Record<SubjectKind, Feed<unknown>>>;
  /** For each kind of contradiction, the feeds that are compared. */
  readonly checked: Readonly<Record<Check, readonly Feed<unknown>[]>>;
  readonly watched: readonly Feed<unknown>[];
  readonly sources: readonly ChangeSource[];
}

/** Reads the feeds of both API versions of each resource that has two. Sends no request. */
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

export function useChanges(deployment: Deployment): Changes {
  const { changes, since, forgotten, lists: sights } = useSession(deployment.slug);
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

/** Feeds that must be fresh so that the marks of a group of changes are confirmed. */
export function feedsOf(
  { lead, members }: ChangeGroup,
  { feeds, checked }: Pick<Changes, 'feeds' | 'checked'>,
): readonly Feed<unknown>[] {
  if (lead.contradiction) return checked[checkOf(lead.contradiction)];
  // Other subjects are only in the history record and have no mark.
  return [...new Set(members.map(({ subject }) => (isRead(subject) ? feeds[subject] : feeds.status)))];
}
