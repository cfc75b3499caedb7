/** The first good answer of a deployment makes its other failing endpoints due at once (part 5 of the design). */

import type { QueryClient } from '@tanstack/react-query';
import { type Feed, isAbsent } from '../../domain/answer.ts';
import { now } from '../clock.ts';

function isFailing(feed: Feed<unknown> | undefined): boolean {
  const failure = feed?.failure;
  if (!failure || isAbsent(failure)) return false;
  return failure.retryAt === null || failure.retryAt <= now();
}

/** Starts watching; returns how to stop. */
export function watchRecovery(client: QueryClient): () => void {
  const failing = new Set<string>();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { query } = event;
    // Every query of this client holds a feed (queries/endpoint.ts).
    const feed = query.state.data as Feed<unknown>;
    if (feed.failure) {
      failing.add(query.queryHash);
      return;
    }
    if (!failing.delete(query.queryHash)) return;
    const [slug] = query.queryKey;
    for (const other of client
      .getQueryCache()
      .findAll({ queryKey: [slug], type: 'active', fetchStatus: 'idle' })) {
      if (other !== query && isFailing(other.state.data as Feed<unknown> | undefined)) void other.fetch();
    }
  });
}
