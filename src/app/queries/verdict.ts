/** The verdict over a deployment as the query cache holds it, for those who look without asking. */

import type { QueryClient } from '@tanstack/react-query';
import { pathsOf } from '../../contract/endpoints.ts';
import type { Deployment } from '../../contract/host.ts';
import type { StatusDocument } from '../../contract/resources.ts';
import { availabilityOf, type Feed, silentFeed } from '../../domain/answer.ts';
import { freshnessOfAll } from '../../domain/freshness.ts';
import { type Verdict, verdictOf } from '../../domain/verdict.ts';
import { amendmentOf } from '../amendments.ts';
import { now } from '../clock.ts';

const versions = pathsOf('status');

/** The first version that a deployment offers speaks for it. */
export function statusFeedIn(client: QueryClient, { slug }: Deployment): Feed<StatusDocument> {
  const feeds = versions.map(
    // The key of an endpoint asked without parameters (queries/endpoint.ts).
    (path) => client.getQueryData<Feed<StatusDocument>>([slug, path, {}]) ?? silentFeed,
  );
  return feeds.find((feed) => availabilityOf(feed) !== 'not-offered') ?? feeds[0] ?? silentFeed;
}

interface Known {
  readonly verdict: Verdict;
  /** What it was made of. */
  readonly parts: readonly unknown[];
}

const known = new Map<string, Known>();

/** What is said of a deployment now, with all that is known besides its answers: the same object while that is the same. */
export function verdictIn(client: QueryClient, deployment: Deployment): Verdict {
  const { slug, words } = deployment;
  const feed = statusFeedIn(client, deployment);
  const freshness = freshnessOfAll([feed], now());
  const amend = amendmentOf(slug);
  const parts = [feed, freshness, amend, words];
  const last = known.get(slug);
  if (last && parts.every((part, index) => part === last.parts[index])) return last.verdict;
  const verdict = amend(verdictOf(feed, freshness, words));
  known.set(slug, { verdict, parts });
  return verdict;
}
