/** Requests for single regions wait while the host's budget is needed for viewers (docs/observer.md). */

import type { Transport } from '#client/exchange.ts';
import { retryAfter } from '#client/request.ts';
import type { SlicePace } from '#domain/lists/planner/knowledge.ts';
import { budgetHeader } from '../gateway/deployment.ts';

/**
 * Spreads the slices of a list over an interval. Each has the same place in every interval, so that they stay evenly
 * spread although the first reading requests all of them at once.
 *
 * @param interval - milliseconds between two requests for one slice; 0 for its lifetime alone.
 */
export function spreadOver(interval: number): SlicePace {
  return (due, slice, place) => {
    // The first request and retries do not wait for their place.
    const isSpread = interval > 0 && slice?.feed.answer && !slice.feed.failure;
    return isSpread ? due + ((((place * interval - due) % interval) + interval) % interval) : due;
  };
}

export const noSlices: SlicePace = () => Number.POSITIVE_INFINITY;

export const retriesOnly: SlicePace = (due, slice) => (slice?.feed.failure ? due : Number.POSITIVE_INFINITY);

/** What the slices of all lists of one deployment share. */
export interface SliceTraffic {
  /** Epoch milliseconds before which the budget allows no slice. */
  notBefore: number;
}

/** The request was not sent. It is no failure of the service. */
export class Postponed extends Error {}

/**
 * Sends one slice.
 *
 * @throws Postponed if the budget does not allow it; `traffic` then has the time of the next try.
 */
export async function postponing<T>(
  transport: Transport,
  traffic: SliceTraffic,
  now: () => number,
  send: (transport: Transport) => Promise<T>,
): Promise<T> {
  let isPostponed = false;
  const noting: Transport = async (url, init) => {
    const received = await transport(url, init);
    const { headers } = received.response;
    if (headers.has(budgetHeader)) {
      isPostponed = true;
      const seconds = retryAfter(headers.get('retry-after'), null, now()) ?? 1;
      traffic.notBefore = now() + 1000 * Math.max(1, seconds);
    }
    return received;
  };
  try {
    return await send(noting);
  } catch (cause) {
    throw isPostponed ? new Postponed() : cause;
  }
}
