/** What this page sees of its deployments, read from the query cache. */

import type { QueryClient } from '@tanstack/react-query';
import { pathsOf } from '../../contract/endpoints.ts';
import type { Deployment } from '../../contract/host.ts';
import { availabilityOf, silentFeed } from '../../domain/answer.ts';
import { ageOfAnswer, freshnessOf } from '../../domain/freshness.ts';
import { type Verdict, verdictOf } from '../../domain/verdict.ts';
import { amendmentOf } from '../amendments.ts';
import { now } from '../clock.ts';
import { deployments } from '../config.ts';
import { statusQuery } from '../queries/status.ts';

export interface Sight {
  readonly deployment: Deployment;
  readonly verdict: Verdict;
  /** Age of the last reading, milliseconds; `null` where there was none. */
  readonly age: number | null;
  /** Epoch milliseconds of the last answer or failure; 0 where nothing came back yet. */
  readonly triedAt: number;
}

/** The deployments with an observed status, which are those on screen. */
export function sightsOf(client: QueryClient): readonly Sight[] {
  return deployments.flatMap((deployment) => {
    const queries = pathsOf('status').flatMap(
      (path) => client.getQueryCache().find({ queryKey: statusQuery(deployment, path).queryKey }) ?? [],
    );
    if (!queries.some((query) => query.isActive())) return [];
    const feeds = pathsOf('status').map(
      (path) => client.getQueryData(statusQuery(deployment, path).queryKey) ?? silentFeed,
    );
    const feed = feeds.find((each) => availabilityOf(each) !== 'not-offered') ?? feeds[0] ?? silentFeed;
    const verdict = amendmentOf(deployment.slug)(verdictOf(feed, freshnessOf(feed, now()), deployment.words));
    const age = feed.answer ? ageOfAnswer(feed.answer, now()) : null;
    const triedAt = Math.max(feed.answer?.receivedAt ?? 0, feed.failure?.at ?? 0);
    return [{ deployment, verdict, age, triedAt }];
  });
}
