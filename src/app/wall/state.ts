/** What the wall knows of its deployments: read from the query cache, asked for by {@link Ask}. */

import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { pathsOf } from '../../contract/endpoints.ts';
import type { Deployment } from '../../contract/host.ts';
import type { StatusDocument } from '../../contract/resources.ts';
import { availabilityOf, type Feed, silentFeed } from '../../domain/answer.ts';
import { freshnessOf } from '../../domain/freshness.ts';
import { isSeverity, type Severity } from '../../domain/severity.ts';
import { verdictOf } from '../../domain/verdict.ts';
import { now, subscribeToSeconds } from '../clock.ts';
import { useBuckets } from '../queries/buckets.ts';
import { useEvents } from '../queries/events.ts';
import { useNodes } from '../queries/nodes.ts';
import { useRegions } from '../queries/regions.ts';
import { statusQuery, useStatus } from '../queries/status.ts';

/** Keeps every answer that a scene may need fresh, so that the next scene is ready before it is shown. */
export function Ask({ deployment, whole }: { readonly deployment: Deployment; readonly whole: boolean }) {
  useStatus(deployment);
  useRegions(deployment, whole);
  useNodes(deployment, undefined, whole);
  useBuckets(deployment, undefined, whole);
  useEvents(deployment, whole);
  return null;
}

export interface Standing {
  readonly slug: string;
  readonly severity: Severity;
  /** Contact with the deployment was lost, or never made. */
  readonly lost: boolean;
  /** Nothing has been answered yet, and nothing failed. */
  readonly waiting: boolean;
}

const statusPaths = pathsOf('status');

/** The first version that a deployment offers speaks for it. */
export function preferredFeed(feeds: readonly Feed<StatusDocument>[]): Feed<StatusDocument> {
  return feeds.find((feed) => availabilityOf(feed) !== 'not-offered') ?? feeds[0] ?? silentFeed;
}

/** A line about the status of each deployment, now; renders when one of them changes. */
function useLines(
  deployments: readonly Deployment[],
  lineOf: (feed: Feed<StatusDocument>, deployment: Deployment) => string,
): readonly string[] {
  const client = useQueryClient();
  const subscribe = (listener: () => void) => {
    const stops = [client.getQueryCache().subscribe(listener), subscribeToSeconds(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  const read = () =>
    deployments
      .map((deployment) => {
        const feeds = statusPaths.map(
          (path) => client.getQueryData(statusQuery(deployment, path).queryKey) ?? silentFeed,
        );
        return lineOf(preferredFeed(feeds), deployment);
      })
      .join('\n');
  return useSyncExternalStore(subscribe, read).split('\n');
}

/** How many of the deployments answer, and when one last did: epoch milliseconds, 0 for never. */
export function useAnswering(deployments: readonly Deployment[]) {
  const times = useLines(deployments, ({ answer, failure }) =>
    answer && !failure ? `${answer.receivedAt}` : '',
  );
  return { count: times.filter((time) => time !== '').length, last: Math.max(0, ...times.map(Number)) };
}

/** How the deployments stand now; renders when that changes. */
export function useStandings(deployments: readonly Deployment[]): readonly Standing[] {
  const lines = useLines(deployments, (feed, { words }) => {
    const freshness = freshnessOf(feed, now());
    return `${verdictOf(feed, freshness, words).severity} ${freshness}`;
  });
  return deployments.map(({ slug }, index) => {
    const [severity, freshness] = (lines[index] ?? '').split(' ');
    return {
      slug,
      severity: isSeverity(severity) ? severity : 'unvouched',
      lost: freshness === 'lost',
      waiting: freshness === 'waiting',
    };
  });
}
