/**
 * Sends overdue requests. Timers stop during sleep and in the back/forward cache, and later continue with
 * their remaining time. Requests would therefore be minutes late.
 */

import type { Query, QueryClient } from '@tanstack/react-query';
import { idleQueriesOnScreen, isFailing, isStatusQuery, tabEnvironment } from '#app/queries/idle-queries.ts';
import { feedOfQuery } from '#app/queries/keys.ts';
import { subscribeToSeconds, tick } from '#app/ui/time/clock.ts';
import { nextRequestAt } from '#domain/answer/next-request.ts';

/** Maximum milliseconds by which a working timer may be late. */
const slack = 1_500;
/**
 * Minimum number of requests sent per second. With many overdue queries it is more, so that the last one is
 * sent within four seconds (`mostSeconds`).
 */
const fewest = 4;
const mostSeconds = 4;

/**
 * Returns the queries to request in this second, status before lists. The others follow in later seconds.
 * @param crowd - number of overdue queries when the catch-up began.
 */
export function nextBatch(waiting: readonly Query[], crowd: number): readonly Query[] {
  const ranked = waiting.toSorted((a, b) => Number(isStatusQuery(b)) - Number(isStatusQuery(a)));
  return ranked.slice(0, Math.max(fewest, Math.ceil(crowd / mostSeconds)));
}

interface CatchUp {
  readonly everySecond: () => void;
  /** Makes each failing endpoint due once, without its backoff. For when the network may be back. */
  readonly retryFailing: () => void;
}

/**
 * Creates the functions that send overdue requests.
 * @param poll - returns the poll period, milliseconds. A function, because the configuration is loaded later.
 */
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
 * Starts to send overdue requests each second, and at once after events such as waking up or getting the
 * network back.
 * @returns a function that stops it.
 */
export function watchOverdue(client: QueryClient, poll: () => number): () => void {
  const { everySecond, retryFailing } = createCatchUp(client, poll);
  const stops = [subscribeToSeconds(everySecond)];
  const listen = (target: EventTarget, name: string, listener: () => void) => {
    target.addEventListener(name, listener);
    stops.push(() => target.removeEventListener(name, listener));
  };
  // Updates ages at once and not at the next second.
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
