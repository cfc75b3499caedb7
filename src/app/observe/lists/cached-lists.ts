/** Releases lists in the worker when the query cache drops them. */

import type { QueryClient } from '@tanstack/react-query';
import { endpointKey } from '#app/queries/keys.ts';
import { workerDeaths } from '#app/queries/large-lists/worker-deaths.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { cachedPages } from '#domain/lists/planner/knowledge.ts';
import { type FeedEvent, feedsNow, subscribeToFeeds } from '../feeds.ts';

/** Milliseconds for which components may still use a replaced listing. */
const handover = 10_000;

type Releasable = Pick<Listing<unknown>, 'release' | 'isLost'>;

interface Parts {
  readonly listing: Releasable | undefined;
  readonly answers: readonly Releasable[];
}

function partsOf(feed: FeedEvent['feed']): Parts {
  if (!feed || !('knowledge' in feed)) return { listing: undefined, answers: [] };
  const { knowledge, answer } = feed;
  return { listing: answer?.value, answers: cachedPages<unknown>(knowledge).map(({ content: held }) => held) };
}

export function watchCachedLists(client: QueryClient): () => void {
  const askAgain = () => {
    for (const { slug, path, region, feed } of feedsNow(client)) {
      const { listing, answers } = partsOf(feed);
      const isLost = [listing, ...answers].some((each) => each?.isLost?.());
      // Requested at once, because the data was lost with its worker.
      if (isLost) void client.resetQueries({ queryKey: endpointKey(slug, path, region), exact: true });
    }
  };
  workerDeaths.addEventListener('list', askAgain);
  const stop = subscribeToFeeds(client, ({ feed, before }) => {
    const [earlier, next] = [partsOf(before), partsOf(feed)];
    const stillUsed = new Set(next.answers);
    // Safe, because a listing made of several responses has its own copy of the rows.
    for (const answer of earlier.answers) if (!stillUsed.has(answer)) answer.release?.();
    const { listing } = earlier;
    if (listing?.release && listing !== next.listing)
      setTimeout(() => listing.release?.(), feed ? handover : 0);
  });
  return () => {
    stop();
    workerDeaths.removeEventListener('list', askAgain);
  };
}
