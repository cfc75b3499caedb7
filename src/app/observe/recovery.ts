/** The first good answer of a deployment makes its other failing endpoints due at once (part 5 of the design). */

import type { Query, QueryClient } from '@tanstack/react-query';
import { askable, feedIn, isFailing, surroundings } from '../queries/query-state.ts';

/** Starts watching, first what is already there; returns how to stop. */
export function watchRecovery(client: QueryClient, { now, isHidden } = surroundings): () => void {
  const failing = new Set<string>();
  const look = (query: Query): void => {
    const { answer, failure } = feedIn(query);
    if (failure) {
      failing.add(query.queryHash);
      return;
    }
    if (!failing.delete(query.queryHash) || !answer) return;
    const askedAt = answer.receivedAt - (answer.latencyMilliseconds ?? 0);
    for (const other of askable(client, isHidden())) {
      if (other === query || other.queryKey[0] !== query.queryKey[0]) continue;
      const feed = feedIn(other);
      // What failed since this answer was asked for has had its chance: ten that come back do not ask each other.
      if (isFailing(feed, now()) && (feed.failure?.at ?? 0) < askedAt) void other.fetch();
    }
  };
  for (const query of client.getQueryCache().getAll()) look(query);
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'removed') failing.delete(event.query.queryHash);
    if (event.type === 'updated' && event.action.type === 'success') look(event.query);
  });
}
