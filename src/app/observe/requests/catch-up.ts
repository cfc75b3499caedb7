/**
 * Sends overdue requests. Timers stop during sleep and in the back/forward cache, and then continue with
 * their remainder. Without this, overdue requests would be minutes late.
 */

import type { Query, QueryClient } from '@tanstack/react-query';
import { idleQueriesOnScreen, isFailing, isStatusQuery, tabEnvironment } from '#app/queries/idle-queries.ts';
import { feedOfQuery } from '#app/queries/keys.ts';
import { subscribeToSeconds, tick } from '#app/ui/time/clock.ts';
import { nextRequestAt } from '#domain/answer/next-request.ts';

/** Milliseconds within which a working timer fires. */
const slack = 1_500;
/**
 * Minimum of requests per second. With many overdue queries it is more, so that the last one is sent within
 * four seconds.
 */
const fewest = 4;
const mostSeconds = 4;

/**
 * The queries to request in this second, status before lists. The others follow a second later.
 * @param crowd - how many were overdue when the catch-up began.
 */
export function nextBatch(waiting: readonly Query[], crowd: number): readonly Query[] {
  const ranked = waiting.toSorted((a, b) => Number(isStatusQuery(b)) - Number(isStatusQuery(a)));
  return ranked.slice(0, Math.max(fewest, Math.ceil(crowd / mostSeconds)));
}

interface CatchUp {
  readonly everySecond: () => void;
  /** For a network that may be back: retries each failing endpoint once, without waiting for its backoff. */
  readonly retryFailing: () => void;
}

/** @param poll - P, milliseconds. A function, because the configuration is loaded later. */
export function createCatchUp(
  client: QueryClient,
  poll: () => number,
  { now, isHidden } = tabEnvironment,
): CatchUp {
  const retried = new Set<string>();
  let crowd = 0;
  const isDue = (query: Query): boolean => {
    const feed = feedOfQuery(query);
    if (retried.has(query.queryHash) && isFailing(feed, now())) return true;
    return nextRequestAt(feed, { pollMilliseconds: poll(), hidden: isHidden() }) + slack <= now();
  };
  return {
    everySecond() {
      const waiting = idleQueriesOnScreen(client, isHidden()).filter(isDue);
      crowd = waiting.length === 0 ? 0 : Math.max(crowd, waiting.length);
      for (const query of nextBatch(waiting, crowd)) {
        retried.delete(query.queryHash);
        void query.fetch();
      }
    },
    retryFailing() {
      for (const query of idleQueriesOnScreen(client, isHidden()))
        if (isFailing(feedOfQuery(query), now())) retried.add(query.queryHash);
    },
  };
}

/**
 * Starts the catch-up for everything that can stop timers.
 * @returns a function that stops it.
 */
export function watchOverdue(client: QueryClient, poll: () => number): () => void {
  const { everySecond, retryFailing } = createCatchUp(client, poll);
  const stops = [subscribeToSeconds(everySecond)];
  const listen = (target: EventTarget, name: string, listener: () => void) => {
    target.addEventListener(name, listener);
    stops.push(() => target.removeEventListener(name, listener));
  };
  // Updates ages immediately instead of at the next second.
  listen(globalThis, 'pageshow', tick);
  listen(document, 'visibilitychange', tick);
  listen(document, 'resume', tick);
  listen(globalThis, 'online', () => {
    retryFailing();
    tick();
  });
  return () => {
    for (const stop of stops) stop();
  };
}
