/**
 * Limits the requests and the memory of sliced lists. Their requests wait while viewers need the budget
 * (docs/understand/observer.md). Their rows have a maximum over all deployments (docs/operate/sizing.md).
 */

import type { Transport } from '#client/exchange.ts';
import { retryAfter } from '#client/request.ts';
import type { SlicePace } from '#domain/lists/planner/knowledge.ts';
import { budgetHeader } from '#host/gateway/deployment.ts';

/**
 * Returns the rule that spreads the requests for a list's slices over an interval. Each slice has the same
 * place in every interval, so that they stay evenly spread although the first reading requests all of them at
 * once.
 * @param interval - milliseconds between two requests for one slice; 0 to request each at the end of its
 * lifetime.
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

/** State shared by the slices of all lists of one deployment. */
export interface SliceTraffic {
  /** Time in epoch milliseconds before which the budget allows no request for a slice. */
  notBefore: number;
}

/** The error of a request that the budget did not allow to be sent. It is no failure of the service. */
export class Postponed extends Error {}

/**
 * Sends the request for one slice.
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

/** A list whose slices stay in memory between two readings. */
export interface SlicedList {
  /** Whether the verdict rests on the list (regions, nodes): it keeps its slices longer than other lists. */
  readonly makesVerdict: boolean;
  /** Releases all slices. Then the list has only its single response, which says that it is truncated. */
  dropSlices(): void;
}

const mostSliceRows = 1_000_000;

/**
 * Counts the rows in memory of all sliced lists. Beyond the maximum one list loses its slices: the largest on
 * which no verdict rests.
 */
export class SliceRows {
  readonly #most: number;
  readonly #rows = new Map<SlicedList, number>();
  #total = 0;

  constructor(most: number = mostSliceRows) {
    this.#most = most;
  }

  /**
   * Sets the number of rows that a list has in memory.
   * @param rows - 0 once the list has no slices.
   */
  note(list: SlicedList, rows: number): void {
    this.#total += rows - (this.#rows.get(list) ?? 0);
    if (rows > 0) this.#rows.set(list, rows);
    else this.#rows.delete(list);
    if (this.#total <= this.#most) return;
    const [first] = [...this.#rows].toSorted(
      ([one, rows], [other, otherRows]) =>
        Number(one.makesVerdict) - Number(other.makesVerdict) || otherRows - rows,
    );
    if (!first) return;
    this.note(first[0], 0);
    first[0].dropSlices();
  }
}
