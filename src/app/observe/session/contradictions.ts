/** Compares a deployment's responses after each status poll and logs contradictions. Sends no request. */

import type { QueryClient } from '@tanstack/react-query';
import { cachedFeed } from '#app/queries/keys.ts';
import { sideOfListing } from '#app/queries/version-sides.ts';
import { now, subscribeToSeconds } from '#app/ui/time/clock.ts';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { confirmedAt, freshnessOf } from '#domain/answer/freshness.ts';
import type { ContradictionCheck } from '#domain/contradictions/checks.ts';
import { versionsAgainstEachOther } from '#domain/contradictions/contradictions.ts';
import { tallyChecks } from '#domain/contradictions/tally-contradictions.ts';
import {
  compareVersions,
  nodeSide,
  regionSide,
  statusSide,
  type VersionSide,
} from '#domain/contradictions/versions.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import { snapshotsOnScreen } from '../deployment-snapshots.ts';
import { readingsIn, statusFeedIn } from '../verdicts/verdicts.ts';
import { noteContradictions } from './store.ts';

type Compared = 'status' | 'region' | 'node';

function areFresh(feeds: readonly Feed<unknown>[]): boolean {
  const time = now();
  return feeds.length > 1 && feeds.every((feed) => freshnessOf(feed, time) === 'fresh');
}

/** Compares both versions of a resource. Returns no check unless both are fresh. */
async function compareResource<T>(
  resource: Compared,
  feeds: readonly Feed<T>[],
  sideOf: (value: T) => VersionSide | Promise<VersionSide>,
  { words }: Deployment,
): Promise<readonly ContradictionCheck[]> {
  if (!areFresh(feeds)) return [];
  const [v2, v1] = await Promise.all(feeds.map(async ({ answer }) => answer && sideOf(answer.value)));
  if (!v1 || !v2) return [];
  const at = Math.max(...feeds.map(({ answer }) => (answer ? confirmedAt(answer) : 0)));
  const found = versionsAgainstEachOther(resource, compareVersions(v1, v2).differ, words);
  return [{ check: `versions ${resource}`, at, found, isComplete: true }];
}

/** Compares v1 with v2 of each resource if both are cached. Pages that show a comparison request both. */
async function compareResources(
  client: QueryClient,
  deployment: Deployment,
): Promise<readonly ContradictionCheck[]> {
  const { slug } = deployment;
  const documents = pathsOf('status').map((path) => cachedFeed(client, slug, path));
  const regions = pathsOf('region').map((path) => cachedFeed(client, slug, path));
  const nodes = pathsOf('node').map((path) => cachedFeed(client, slug, path));
  const checks = await Promise.all([
    compareResource('status', documents, statusSide, deployment),
    compareResource('region', regions, (list) => sideOfListing(list, regionSide), deployment),
    compareResource('node', nodes, (list) => sideOfListing(list, nodeSide), deployment),
  ]);
  return checks.flat();
}

export function watchContradictions(client: QueryClient): void {
  const lastReadAt = new Map<string, number>();
  subscribeToSeconds(() => {
    for (const { deployment, verdict, readAt } of snapshotsOnScreen(client)) {
      const { slug } = deployment;
      if (readAt <= (lastReadAt.get(slug) ?? 0)) continue;
      lastReadAt.set(slug, readAt);
      const { answer } = statusFeedIn(client, deployment);
      const statusReadAt = verdict.freshness === 'fresh' && answer ? confirmedAt(answer) : null;
      const inventory = readingsIn(client, deployment, verdict.freshness);
      noteContradictions(slug, tallyChecks(verdict, statusReadAt, inventory, deployment.words), readAt);
      compareResources(client, deployment).then(
        (checks) => noteContradictions(slug, checks, readAt),
        (cause: unknown) => {
          // The list was replaced meanwhile. The new one is compared after the next status poll.
          if (!(cause instanceof ListGone)) throw cause;
        },
      );
    }
  });
}
