/** Lists that a worker holds end with what the cache makes of them: nothing waits for a garbage collection. */

import type { QueryClient } from '@tanstack/react-query';
import type { Listing } from '../../domain/listing.ts';
import { lost } from '../large-lists/lost.ts';
import { feedIn } from './asking.ts';

/** How long those who still show the earlier list may take to ask the new one, milliseconds. */
const handover = 10_000;

type Held = Pick<Listing<unknown>, 'release' | 'isLost'>;

function listingOf(value: unknown): Held | null {
  // Every list's value is a listing (queries/lists.ts); a status document has no such member.
  return typeof value === 'object' && value !== null && 'release' in value ? (value as Held) : null;
}

/** Starts watching; returns how to stop. */
export function watchHeldLists(client: QueryClient): () => void {
  const held = new Map<string, Held>();
  const askAgain = () => {
    for (const [hash, list] of held) {
      const query = list.isLost?.() === true ? client.getQueryCache().get(hash) : undefined;
      // Before its time, for nothing is left of the answer.
      if (query) void client.resetQueries({ queryKey: query.queryKey, exact: true });
    }
  };
  lost.addEventListener('list', askAgain);
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    const before = held.get(query.queryHash);
    const next = type === 'removed' ? null : listingOf(feedIn(query).answer?.value);
    if (before === next || (before === undefined && next === null)) return;
    if (next) held.set(query.queryHash, next);
    else held.delete(query.queryHash);
    if (before) setTimeout(() => before.release?.(), type === 'removed' ? 0 : handover);
  });
  return () => {
    stop();
    lost.removeEventListener('list', askAgain);
  };
}
