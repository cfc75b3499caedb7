/**
 * Asks for what is overdue. Timers stand still while a machine sleeps or a page waits in the back/forward cache, and
 * then run on with their remainder: what was due meanwhile would be asked for minutes late.
 */

import type { Query, QueryClient } from '@tanstack/react-query';
import { nextAskAt } from '#domain/answer/next-request.ts';
import { idleQueriesOnScreen, isFailing, isStatusQuery, tabEnvironment } from '../queries/idle-queries.ts';
import { feedOfQuery } from '../queries/keys.ts';
import { subscribeToSeconds, tick } from '../ui/time/clock.ts';

/** A timer that is alive fires within this time, milliseconds. */
const slack = 1_500;
/** Requests a second at least; more where many wait, so that the last is asked within four seconds. */
const fewest = 4;
const mostSeconds = 4;

/**
 * The part of those who wait that is asked now, status before lists; the others follow a second later.
 *
 * @param crowd - how many waited when this began.
 */
export function nextBatch(waiting: readonly Query[], crowd: number): readonly Query[] {
  const ranked = waiting.toSorted((a, b) => Number(isStatusQuery(b)) - Number(isStatusQuery(a)));
  return ranked.slice(0, Math.max(fewest, Math.ceil(crowd / mostSeconds)));
}

interface CatchUp {
  /** To be called every second. */
  readonly everySecond: () => void;
  /** The network may be back: what fails is asked once more, whatever its turn. */
  readonly retryFailing: () => void;
}

/** @param poll - P, milliseconds: known once the configuration is. */
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
    return nextAskAt(feed, { pollMilliseconds: poll(), hidden: isHidden() }) + slack <= now();
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

/** Starts watching for whatever may have stopped the timers; returns how to stop. */
export function watchOverdue(client: QueryClient, poll: () => number): () => void {
  const { everySecond, retryFailing } = createCatchUp(client, poll);
  const stops = [subscribeToSeconds(everySecond)];
  const listen = (target: EventTarget, name: string, listener: () => void) => {
    target.addEventListener(name, listener);
    stops.push(() => target.removeEventListener(name, listener));
  };
  // Ages jump to the truth at once, not with the next second.
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
