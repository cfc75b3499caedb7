/** Counts the states in the lists of regions and nodes, for the verdicts. Sends no request. */

import type { QueryClient } from '@tanstack/react-query';
import { requestPolicy } from '#app/queries/timing.ts';
import { now } from '#app/ui/time/clock.ts';
import { relayedResponse } from '#domain/answer/answer.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { ListFeed } from '#domain/lists/planner/list-feed.ts';
import { nextListRequestAt } from '#domain/lists/planner/plan.ts';
import { tallyOfListing } from '#domain/verdict/tally-of-listing.ts';
import { isFeedOf, watchFeeds } from '../feeds.ts';
import { noteLists } from '../session/store.ts';
import { setTally } from '../verdicts/tallies.ts';
import { notifyVerdict } from '../verdicts/verdicts.ts';

const seen = new WeakSet<object>();
/** Number of counts started per list. Only the result of the last one is stored. */
const startedCounts = new Map<string, number>();

/** Whether the list needs no further request now. A sliced list is counted only when it is complete. */
function isAtRest({ knowledge, task }: ListFeed<unknown>): boolean {
  return nextListRequestAt(knowledge, task, requestPolicy()) > now();
}

export function watchTallies(client: QueryClient): void {
  watchFeeds(client, (event) => {
    if (event.region !== undefined || !(isFeedOf(event, 'region') || isFeedOf(event, 'node'))) return;
    const { slug, path, feed } = event;
    if (!feed?.answer || !isAtRest(feed)) return;
    const { answer } = feed;
    if (seen.has(answer)) return;
    seen.add(answer);
    const key = `${slug} ${path}`;
    const count = (startedCounts.get(key) ?? 0) + 1;
    startedCounts.set(key, count);
    tallyOfListing(answer.value, isFeedOf(event, 'region')).then(
      (tally) => {
        if (startedCounts.get(key) !== count) return;
        const counted = { ...relayedResponse(path, null, answer), headers: answer.headers };
        setTally(slug, path, { answer: counted, tally });
        notifyVerdict(slug);
        noteLists(client, slug);
      },
      (cause: unknown) => {
        // The list is requested again and counted then.
        if (!(cause instanceof ListGone)) throw cause;
      },
    );
  });
}
