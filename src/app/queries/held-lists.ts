/** Lists that a worker holds end with what the cache makes of them: nothing waits for a garbage collection. */

import type { QueryClient } from '@tanstack/react-query';
import { type Feed, silentFeed } from '../../domain/answer.ts';
import type { Listing } from '../../domain/listing.ts';
import { pagesHeld } from '../../domain/planner/knowledge.ts';
import type { ListFeed } from '../../domain/planner/list-feed.ts';
import { lost } from '../large-lists/lost.ts';
import { feedIn } from './asking.ts';

/** How long those who still show the earlier list may take to ask the new one, milliseconds. */
const handover = 10_000;

/** What can be held elsewhere: a listing, or an answer that it is made of. */
type Held = Pick<Listing<unknown>, 'release' | 'isLost'>;

function heldBy(feed: Feed<unknown>): ReadonlySet<Held> {
  if (!('knowledge' in feed)) return new Set();
  // Only feeds of lists have this member (domain/planner/list-feed.ts).
  const { knowledge, answer } = feed as ListFeed<unknown>;
  const all: readonly (Held | undefined)[] = [answer?.value, ...pagesHeld(knowledge).map(({ held }) => held)];
  return new Set(all.flatMap((held) => (held?.release ? held : [])));
}

/** Starts watching; returns how to stop. */
export function watchHeldLists(client: QueryClient): () => void {
  const feeds = new Map<string, Feed<unknown>>();
  const held = new Map<string, ReadonlySet<Held>>();
  const askAgain = () => {
    for (const [hash, all] of held) {
      const query = [...all].some((each) => each.isLost?.()) ? client.getQueryCache().get(hash) : undefined;
      // Before its time, for nothing is left of the answer.
      if (query) void client.resetQueries({ queryKey: query.queryKey, exact: true });
    }
  };
  lost.addEventListener('list', askAgain);
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    const hash = query.queryHash;
    const feed = type === 'removed' ? silentFeed : feedIn(query);
    if (feed === (feeds.get(hash) ?? silentFeed)) return;
    const before = held.get(hash) ?? new Set();
    const next = heldBy(feed);
    if (type === 'removed') feeds.delete(hash);
    else feeds.set(hash, feed);
    if (next.size > 0) held.set(hash, next);
    else held.delete(hash);
    const left = [...before].filter((each) => !next.has(each));
    const release = () => {
      for (const each of left) each.release?.();
    };
    if (left.length > 0) setTimeout(release, type === 'removed' ? 0 : handover);
  });
  return () => {
    stop();
    lost.removeEventListener('list', askAgain);
  };
}
