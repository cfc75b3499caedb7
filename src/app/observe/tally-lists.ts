/** Tallies the lists of regions and nodes as they are read, for the verdicts. Asks for nothing. */

import type { QueryClient } from '@tanstack/react-query';
import { relayedAnswer } from '#domain/answer/answer.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { ListFeed } from '#domain/lists/planner/list-feed.ts';
import { nextListAskAt } from '#domain/lists/planner/plan.ts';
import { tallyOfListing } from '#domain/verdict/tally-of-listing.ts';
import { askingPolicy } from '../queries/timing.ts';
import { now } from '../ui/time/clock.ts';
import { isFeedOf, watchFeeds } from './feeds.ts';
import { noteLists } from './session/store.ts';
import { setTally } from './tallies.ts';
import { tellVerdict } from './verdicts.ts';

/** Answers that were tallied, or are being. */
const seen = new WeakSet<object>();
/** How many tallies of a list were begun: the last one counts. */
const begun = new Map<string, number>();

/** Whether its planner has nothing left to ask: what is put together from slices counts once it is whole. */
function isAtRest({ knowledge, task }: ListFeed<unknown>): boolean {
  return nextListAskAt(knowledge, task, askingPolicy()) > now();
}

/** Tallies lists already cached, then each new answer. */
export function watchTallies(client: QueryClient): void {
  watchFeeds(client, (event) => {
    if (event.region !== undefined || !(isFeedOf(event, 'region') || isFeedOf(event, 'node'))) return;
    const { slug, path, feed } = event;
    if (!feed?.answer || !isAtRest(feed)) return;
    const { answer } = feed;
    if (seen.has(answer)) return;
    seen.add(answer);
    const key = `${slug} ${path}`;
    const turn = (begun.get(key) ?? 0) + 1;
    begun.set(key, turn);
    tallyOfListing(answer.value, isFeedOf(event, 'region')).then(
      (tally) => {
        if (begun.get(key) !== turn) return;
        setTally(slug, path, { answer: relayedAnswer(path, null, answer), tally });
        tellVerdict(slug);
        noteLists(client, slug);
      },
      (cause: unknown) => {
        // The list is asked for again, and then tallied.
        if (!(cause instanceof ListGone)) throw cause;
      },
    );
  });
}
