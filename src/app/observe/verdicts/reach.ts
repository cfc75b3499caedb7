/** Tells the verdicts which endpoints of a deployment fail or are absent. */

import type { QueryClient } from '@tanstack/react-query';
import { deployments } from '#app/delivered/config.ts';
import { cachedFeed, feedOfQuery, queriesOf } from '#app/queries/keys.ts';
import { now, subscribeToSeconds } from '#app/ui/time/clock.ts';
import { endpointPaths } from '#contract/endpoints.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { reachOf } from '#domain/verdict/reach-of.ts';
import { setReach } from './verdicts.ts';

function endpointFeeds(client: QueryClient, slug: string): readonly Feed<unknown>[] {
  return endpointPaths.map((path) => cachedFeed(client, slug, path));
}

export function isNothingThere(client: QueryClient, slug: string): boolean {
  return reachOf(endpointFeeds(client, slug), [], now()).isNothing;
}

/** Starts to check, once a second, which endpoints fail or are absent. */
export function watchReach(client: QueryClient): void {
  const known = new Map<string, string>();
  subscribeToSeconds(() => {
    for (const { slug } of deployments) {
      const activeFeeds = queriesOf(client, slug)
        .filter((query) => query.isActive())
        .map(feedOfQuery);
      const reach = reachOf(endpointFeeds(client, slug), activeFeeds, now());
      const text = JSON.stringify(reach);
      if (known.get(slug) === text) continue;
      known.set(slug, text);
      setReach(slug, reach);
    }
  });
}
