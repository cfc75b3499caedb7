import type { QueryClient } from '@tanstack/react-query';
import { pathsOf } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import { ageOfResponse } from '#domain/answer/freshness.ts';
import { statusReadingAt } from '#domain/verdict/debounced-severity.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import { deployments, pollOf } from '../delivered/config.ts';
import { endpointKey } from '../queries/keys.ts';
import { now } from '../ui/time/clock.ts';
import { statusFeedIn, verdictIn } from './verdicts/verdicts.ts';

export interface DeploymentSnapshot {
  readonly deployment: Deployment;
  readonly verdict: Verdict;
  /** Age of the last status response, milliseconds; `null` without a response. */
  readonly age: number | null;
  /** Time of the last status response or failure, epoch milliseconds; 0 before the first. */
  readonly triedAt: number;
  /** Time of the last status poll, epoch milliseconds. Quick retries do not count. */
  readonly readAt: number;
}

export function snapshotsOnScreen(client: QueryClient): readonly DeploymentSnapshot[] {
  return deployments.flatMap((deployment) => {
    const queries = pathsOf('status').flatMap(
      (path) => client.getQueryCache().find({ queryKey: endpointKey(deployment.slug, path) }) ?? [],
    );
    if (!queries.some((query) => query.isActive())) return [];
    const feed = statusFeedIn(client, deployment);
    const verdict = verdictIn(client, deployment);
    const age = feed.answer ? ageOfResponse(feed.answer, now()) : null;
    const triedAt = Math.max(feed.answer?.receivedAt ?? 0, feed.failure?.at ?? 0);
    return [{ deployment, verdict, age, triedAt, readAt: statusReadingAt(feed, pollOf(deployment)) }];
  });
}
