/** Releases worker-held lists once the query cache drops them. */

import type { QueryClient } from '@tanstack/react-query';
import type { Listing } from '#domain/lists/listing.ts';
import { pagesHeld } from '#domain/lists/planner/knowledge.ts';
import { endpointKey } from '../queries/keys.ts';
import { workerDeaths } from '../queries/large-lists/worker-deaths.ts';
import { type FeedEvent, feedsNow, subscribeToFeeds } from './feeds.ts';

/** How long those who still show the earlier list may take to ask the new one, milliseconds. */
const handover = 10_000;

/** What can be held elsewhere. */
type Held = Pick<Listing<unknown>, 'release' | 'isLost'>;

/** Of the feed of a list, what pages ask and the answers that it was made of. */
interface Parts {
  readonly listing: Held | undefined;
  readonly answers: readonly Held[];
}

function partsOf(feed: FeedEvent['feed']): Parts {
  if (!feed || !('knowledge' in feed)) return { listing: undefined, answers: [] };
  const { knowledge, answer } = feed;
  return { listing: answer?.value, answers: pagesHeld<unknown>(knowledge).map(({ held }) => held) };
}

/** Starts watching; returns how to stop. */
export function watchHeldLists(client: QueryClient): () => void {
  const askAgain = () => {
    for (const { slug, path, region, feed } of feedsNow(client)) {
      const { listing, answers } = partsOf(feed);
      const isLost = [listing, ...answers].some((each) => each?.isLost?.());
      // Before its time, for nothing is left of the answer.
      if (isLost) void client.resetQueries({ queryKey: endpointKey(slug, path, region), exact: true });
    }
  };
  workerDeaths.addEventListener('list', askAgain);
  const stop = subscribeToFeeds(client, ({ feed, before }) => {
    const [earlier, next] = [partsOf(before), partsOf(feed)];
    const kept = new Set(next.answers);
    // A listing made of one of them has its rows for itself.
    for (const answer of earlier.answers) if (!kept.has(answer)) answer.release?.();
    const { listing } = earlier;
    if (listing?.release && listing !== next.listing)
      setTimeout(() => listing.release?.(), feed ? handover : 0);
  });
  return () => {
    stop();
    workerDeaths.removeEventListener('list', askAgain);
  };
}
