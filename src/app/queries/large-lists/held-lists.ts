/** Lists that a worker holds end with what the cache makes of them: nothing waits for a garbage collection. */

import type { QueryClient } from '@tanstack/react-query';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { pagesHeld } from '#domain/lists/planner/knowledge.ts';
import type { ListFeed } from '#domain/lists/planner/list-feed.ts';
import { feedIn } from '../query-state.ts';
import { lost } from './lost.ts';

/** How long those who still show the earlier list may take to ask the new one, milliseconds. */
const handover = 10_000;

/** What can be held elsewhere. */
type Held = Pick<Listing<unknown>, 'release' | 'isLost'>;

/** Of the feed of a list, what pages ask and the answers that it was made of. */
interface Parts {
  readonly listing: Held | undefined;
  readonly answers: readonly Held[];
}

function partsOf(feed: Feed<unknown>): Parts {
  if (!('knowledge' in feed)) return { listing: undefined, answers: [] };
  // Only feeds of lists have this member (domain/lists/planner/list-feed.ts).
  const { knowledge, answer } = feed as ListFeed<unknown>;
  return { listing: answer?.value, answers: pagesHeld(knowledge).map(({ held }) => held) };
}

/** Starts watching; returns how to stop. */
export function watchHeldLists(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  const feeds = new Map(cache.getAll().map((query) => [query.queryHash, feedIn(query)]));
  const askAgain = () => {
    for (const [hash, feed] of feeds) {
      const { listing, answers } = partsOf(feed);
      const isLost = [listing, ...answers].some((each) => each?.isLost?.());
      const query = isLost ? cache.get(hash) : undefined;
      // Before its time, for nothing is left of the answer.
      if (query) void client.resetQueries({ queryKey: query.queryKey, exact: true });
    }
  };
  lost.addEventListener('list', askAgain);
  const stop = cache.subscribe(({ type, query }) => {
    const hash = query.queryHash;
    const isOver = type === 'removed';
    const feed = isOver ? silentFeed : feedIn(query);
    const earlier = feeds.get(hash) ?? silentFeed;
    if (isOver) feeds.delete(hash);
    else feeds.set(hash, feed);
    if (feed === earlier) return;
    const [before, next] = [partsOf(earlier), partsOf(feed)];
    const kept = new Set(next.answers);
    // A listing made of one of them has its rows for itself.
    for (const answer of before.answers) if (!kept.has(answer)) answer.release?.();
    const { listing } = before;
    if (listing?.release && listing !== next.listing)
      setTimeout(() => listing.release?.(), isOver ? 0 : handover);
  });
  return () => {
    stop();
    lost.removeEventListener('list', askAgain);
  };
}
