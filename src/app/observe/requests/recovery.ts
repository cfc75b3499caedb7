/**
 * Requests the failing endpoints of a deployment again at its first good response
 * (docs/understand/freshness.md).
 */

import type { QueryClient } from '@tanstack/react-query';
import { idleQueriesOnScreen, isFailing, tabEnvironment } from '#app/queries/idle-queries.ts';
import { endpointQueryOf, feedOfQuery } from '#app/queries/keys.ts';
import { subscribeToFeeds } from '../feeds.ts';

export function watchRecovery(client: QueryClient, { now, isHidden } = tabEnvironment): () => void {
  return subscribeToFeeds(client, ({ slug, feed, before }) => {
    if (!before?.failure || !feed?.answer || feed.failure) return;
    const askedAt = feed.answer.receivedAt - (feed.answer.latencyMilliseconds ?? 0);
    for (const other of idleQueriesOnScreen(client, isHidden())) {
      if (endpointQueryOf(other)?.slug !== slug) continue;
      const { failure } = feedOfQuery(other);
      // Only failures older than this request count. Otherwise recoveries would trigger each other again and
      // again.
      if (isFailing(feedOfQuery(other), now()) && (failure?.at ?? 0) < askedAt) void other.fetch();
    }
  });
}
